// Bounds what a search can count. A count that can exceed 128 bits must be refused before it wraps.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/matching_plan.hpp>

namespace cerrado {

// Throws InputError if what is counted at once, or its sum, can exceed 128 bits. Cost: if the largest degree alone does
// not tell, a look at each edge for each vertex that is walked to.
void require_countable(MatchingPlan const& plan, Graph const& graph);

} // namespace cerrado
