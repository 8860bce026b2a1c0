// From a pattern to a plan.
#pragma once

#include <cerrado/pattern/matching_plan.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <vector>

namespace cerrado {

// The order in which vertices are found. Last come those that are counted together: as many as possible, such that what
// is left has the most edges. Of the others the most adjacent is first, then always one that is adjacent to most of those
// before it, of these the most adjacent, the least. Anti-vertices are left out.
std::vector<int> matching_order(Pattern const& pattern, bool induced);

// `order`: the vertices of the pattern's core, each but the first adjacent to one before it; empty: matching_order().
// Vertices at its end of which no two are adjacent, and of whose pairs nothing else is asked, are counted together: all
// of them where they are alike, else MatchingPlan::max_tails at most.
// `induced`: vertices of which the pattern says nothing are not adjacent. Throws InputError for an order that is none,
// and for a pattern of arcs or labels.
MatchingPlan make_plan(Pattern const& pattern, bool induced, std::vector<int> order = {});

} // namespace cerrado
