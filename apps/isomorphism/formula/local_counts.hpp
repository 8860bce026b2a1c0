// How often each vertex is at each orbit of a pattern, without a walk to each match.
#pragma once

#include <cerrado/apps/isomorphism.hpp>

namespace cerrado {

// Whether passes give the local counts of the pattern, whose meaning it is: it has 3 to 5 vertices, and neither arcs nor
// labels, and forbids all edges that it lacks, or none.
bool has_roles(MatchQuery const& query);

// A run does as `walk`, which gives PerOrbit, or takes the passes if they are predicted to take less. They belong to no
// root, so a run with roots or a checkpoint walks.
BoundApplication by_roles_where_cheaper(BoundApplication walk, MatchQuery const& query);

} // namespace cerrado
