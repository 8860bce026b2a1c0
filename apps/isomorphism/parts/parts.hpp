// Counts by parts as a form: the runs of a plan, one after the other.
#pragma once

#include "isomorphism/parts/plan.hpp"

#include <cerrado/apps/bound_application.hpp>

namespace cerrado {

// Returns: whether all numbers of the plan fit 64 bits in this graph.
bool fits_parts(PartsPlan const& plan, Graph const& graph);

// Counts the matches of the plan's pattern. The count of a partial run is 0. Throws InputError if the numbers may not
// fit.
BoundApplication bind_by_parts(PartsPlan const& plan);

} // namespace cerrado
