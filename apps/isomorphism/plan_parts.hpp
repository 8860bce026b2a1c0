// What plans have in common, whether they know of arcs and labels or not.
#pragma once

#include "isomorphism/plan.hpp"

#include <functional>

namespace cerrado {

// The positions, in the order, of those of a set of vertices that stand before position `end`.
MatchingPlan::Positions positions_of(Pattern::Vertices set, std::vector<int> const& order, std::size_t end);

inline bool includes(MatchingPlan::Positions all, MatchingPlan::Positions some) { return (some & ~all) == 0; }

// The order, or matching_order() where it is empty. Throws InputError where it is none, or the pattern is not
// connected.
std::vector<int> checked_order(Pattern const& pattern, bool induced, std::vector<int> order);

// Whether all that is asked of the vertex at one position, but adjacency and bounds, is asked of a later one, too.
using MayServe = std::function<bool(int earlier, int later)>;

// Of the vertices in `tails` none is adjacent to another, and nothing else is asked of two of them. They are of few kinds.
bool can_be_counted(Pattern const& pattern, bool induced, Pattern::Vertices tails);

// Throws InputError where that many vertices of a match are to be found one after the other, and no more than `most` can.
void require_few(int vertices, int most);

// In how many ways vertices that are counted together, and alike, can be exchanged.
WideCount exchanges_of(MatchingPlan const& plan);

// `together`: how many vertices at the end of the order are counted together.
MatchingPlan plan_of(Pattern const& pattern, bool induced, std::vector<int> const& order, int together,
                     MayServe const& may_serve);

} // namespace cerrado
