// The order in which a walk finds the arcs of a pattern.
#pragma once

#include "temporal/walk.hpp"

#include <cerrado/apps/temporal.hpp>

#include <vector>

namespace cerrado::temporal {

// Returns: a plan that finds the arcs of the pattern in this order. Each arc but the first has an end that an earlier one
// has.
WalkPlan plan_of(TemporalPattern const& pattern, TemporalSymmetry const& symmetry, std::vector<int> const& order);

// Returns: for each arc of the pattern an order that begins with it. Arcs whose ends are both known come first, then those
// next in time to an earlier one, then those of the pattern's own order.
std::vector<std::vector<int>> orders_of(TemporalPattern const& pattern);

} // namespace cerrado::temporal
