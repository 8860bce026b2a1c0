// What plans with and without arcs and labels have in common.
#pragma once

#include "isomorphism/plan/plan.hpp"

#include <functional>

namespace cerrado {

// The positions in the order of the vertices of a set that stand before position `end`.
MatchingPlan::Positions positions_of(Pattern::Vertices set, std::vector<int> const& order, std::size_t end);

inline bool includes(MatchingPlan::Positions all, MatchingPlan::Positions some) { return (some & ~all) == 0; }

// The order, or matching_order() if it is empty. Throws InputError if it is no order, or the pattern is not connected.
std::vector<int> checked_order(Pattern const& pattern, bool induced, std::vector<int> order);

// Whether a later vertex is asked all that the earlier one is asked, apart from adjacency and bounds.
using MayServe = std::function<bool(int earlier, int later)>;

// Whether no two vertices in `tails` are adjacent, nothing else is asked of two of them, and they are of few kinds.
bool can_be_counted(Pattern const& pattern, bool induced, Pattern::Vertices tails);

// Throws InputError if more than `most` vertices of a match would be found one after the other.
void require_few(int vertices, int most);

// In how many ways alike vertices that are counted together can be exchanged.
WideCount exchanges_of(MatchingPlan const& plan);

// `together` is the number of vertices at the end of the order that are counted together.
MatchingPlan plan_of(Pattern const& pattern, bool induced, std::vector<int> const& order, int together,
                     MayServe const& may_serve);

} // namespace cerrado
