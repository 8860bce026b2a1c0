// The serial verifier of isomorphism counts: slow and obvious. It shares no code with plans, and asks no nauty.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <functional>
#include <span>

namespace cerrado {

// Maps the pattern's vertices into the graph in their order, each to every vertex that the pattern allows. `induced`:
// vertices of which the pattern says nothing are not adjacent. Throws InputError for arcs or labels that the graph
// does not have.
// Returns: how many mappings there are. Cost: the vertices to the power of the pattern's, less what is cut off.
WideCount count_mappings_serially(Graph const& graph, Pattern const& pattern, bool induced);

// The same of those that map its first vertex to one of `roots`. It calls `look` all the while, and ends with what that
// throws.
WideCount count_mappings_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                  std::span<VertexId const> roots, std::function<void()> const& look);

// Returns: how many permutations of the vertices that a match has, with some of the anti-vertices, leave all that the
// pattern says as it is. Cost: all permutations.
std::uint64_t count_automorphisms_serially(Pattern const& pattern);

// Matches are classes of mappings under the pattern's automorphisms.
WideCount count_matches_serially(Graph const& graph, Pattern const& pattern, bool induced);

} // namespace cerrado
