// The serial verifier of isomorphism counts: slow and obvious. It shares no code with plans, and asks no nauty.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <span>
#include <vector>

namespace cerrado {

// Maps the pattern's vertices into the graph in their order, each to every vertex that the pattern allows: those whose first
// vertex goes to one of `roots`. `induced`: vertices of which the pattern says nothing are not adjacent. Where two vertices
// of the pattern can be exchanged, and all that it says is as it was, they are alike, and their images are to ascend: one of
// so many mappings is counted as count_exchanges_serially() says. It calls `look` all the while, and ends with what that
// throws. Throws InputError for arcs or labels that the graph does not have.
// Returns: how many such mappings there are. Cost: the vertices to the power of the pattern's, less what is cut off.
WideCount count_ascending_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                   std::span<VertexId const> roots, std::function<void()> const& look);
WideCount count_exchanges_serially(Pattern const& pattern); // the product of the factorials of how many are alike

// Calls visit(vertices) for each mapping, whether or not images ascend: where the pattern's vertices go, in their order;
// anti-vertices go nowhere.
void for_each_mapping_serially(Graph const& graph, Pattern const& pattern, bool induced,
                               std::span<VertexId const> roots, std::function<void()> const& look,
                               std::function<void(std::span<VertexId const>)> const& visit);

// `orbit_of`: of each vertex of the pattern the least one of its orbit.
// Returns: for each vertex of the graph in how many ascending mappings it is, and by_orbit, whose columns are these least
// vertices, ascending, without anti-vertices.
LocalCounts count_local_ascending_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                           std::vector<int> const& orbit_of, std::span<VertexId const> roots,
                                           std::function<void()> const& look);

// Returns: all permutations of the pattern's vertices that leave all that it says as it is, for each vertex where it goes.
// Cost: all permutations.
std::vector<std::vector<int>> automorphisms_serially(Pattern const& pattern);
// Returns: how many there are for a match: those that move anti-vertices alone are one. Cost: all permutations of the
// classes of alike vertices, since what is left where these keep their order says all.
WideCount count_automorphisms_serially(Pattern const& pattern);

// Matches are classes of mappings under the pattern's automorphisms.
WideCount count_matches_serially(Graph const& graph, Pattern const& pattern, bool induced);

} // namespace cerrado
