// How much a search can count at most: what exceeds 128 bits is to be refused before it wraps.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/matching_plan.hpp>

namespace cerrado {

// Throws InputError where what is counted at once, or the sum of it, can be more than 128 bits hold. Cost: of patterns of
// which the largest degree alone does not tell, a look at each edge for each vertex that is walked to.
void require_countable(MatchingPlan const& plan, Graph const& graph);

} // namespace cerrado
