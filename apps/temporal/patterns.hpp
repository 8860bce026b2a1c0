// The rules for patterns of arcs in time.
#pragma once

#include <cerrado/apps/temporal.hpp>

#include <vector>

namespace cerrado::temporal {

// Adds what follows: if i is before j and j is before k, then i is before k.
void close_order(std::vector<TemporalPattern::ArcSet>& before);

// Throws InputError, which quotes the pattern, unless it is as TemporalPattern says.
void require_valid(TemporalPattern const& pattern);

} // namespace cerrado::temporal
