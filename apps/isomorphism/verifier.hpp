// The serial verifier of isomorphism counts. It is slow and obvious, shares no code with plans, and does not use nauty.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/pattern/pattern.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <span>
#include <vector>

namespace cerrado {

// Maps the pattern's vertices into the graph in their order, each to every vertex that the pattern allows, and the
// first to one of `roots`. `induced`: two vertices are not adjacent if the pattern says nothing about them. Two
// vertices of the pattern are alike if exchanging them changes nothing that it asks. Images of alike vertices must
// ascend, so one of count_exchanges_serially() mappings is counted. It calls `look` all the while, and ends with what
// that throws. Throws InputError for arcs or labels that the graph lacks. Returns: the number of such mappings. Cost:
// the graph's vertices to the power of the pattern's, less what is cut off.
WideCount count_ascending_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                   std::span<VertexId const> roots, std::function<void()> const& look);
// The product of the factorials of the numbers of alike vertices.
WideCount count_exchanges_serially(Pattern const& pattern, bool induced = false);

// Calls visit(vertices) for each mapping, whether or not images ascend. `vertices` says where the pattern's vertices
// go, in their order. Anti-vertices go nowhere.
void for_each_mapping_serially(Graph const& graph, Pattern const& pattern, bool induced,
                               std::span<VertexId const> roots, std::function<void()> const& look,
                               std::function<void(std::span<VertexId const>)> const& visit);

// `orbit_of` has for each vertex of the pattern the least one of its orbit. Returns: for each vertex of the graph in
// how many ascending mappings it is, and by_orbit. The columns of by_orbit are these least vertices, ascending, without
// anti-vertices.
LocalCounts count_local_ascending_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                           std::vector<int> const& orbit_of, std::span<VertexId const> roots,
                                           std::function<void()> const& look);

// Returns: all permutations of the pattern's vertices that keep all that it asks, which is what may be between two
// vertices of a match, and not how the pattern says so. Each says where every vertex goes. Anti-vertices go anywhere
// among themselves.
// Cost: all permutations.
std::vector<std::vector<int>> automorphisms_serially(Pattern const& pattern, bool induced = false);
// Returns: how many of them a match has. Those that move only anti-vertices count as one. Cost: all permutations of the
// classes of alike vertices, since those that keep the order within classes say all.
WideCount count_automorphisms_serially(Pattern const& pattern, bool induced = false);

// Matches are classes of mappings under the pattern's automorphisms.
WideCount count_matches_serially(Graph const& graph, Pattern const& pattern, bool induced);

} // namespace cerrado
