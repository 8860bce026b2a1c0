// From a pattern to a plan.
#pragma once

#include <cerrado/pattern/matching_plan.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <vector>

namespace cerrado {

// The order in which vertices are found: the most adjacent first, then always one that is adjacent to most of those
// before it, of these the most adjacent, the least. Anti-vertices are left out.
std::vector<int> matching_order(Pattern const& pattern);

// `order`: the vertices of the pattern's core, each but the first adjacent to one before it; empty: matching_order().
// `induced`: vertices of which the pattern says nothing are not adjacent. Throws InputError for an order that is none,
// and for a pattern of arcs or labels.
MatchingPlan make_plan(Pattern const& pattern, bool induced, std::vector<int> order = {});

} // namespace cerrado
