// The serial verifier of isomorphism counts. It is slow and obvious, shares no code with plans, and does not use nauty.
#pragma once

#include "library/verifier.hpp"

#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/pattern/pattern.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <span>
#include <vector>

namespace cerrado {

// Maps the pattern's vertices into the graph in their order. It tries every vertex that the pattern allows, and for the
// first vertex one of `roots`. `induced`: two vertices are not adjacent if the pattern says nothing about them. Two
// vertices of the pattern are alike if exchanging them changes none of its conditions. Images of alike vertices must
// ascend, so one of count_exchanges_serially() mappings is counted. It calls `look` all the while. An exception that
// `look` throws ends the count. Throws InputError for arcs or labels that the graph lacks. Returns: the number of such
// mappings. Cost: at most the number of the graph's vertices to the power of the number of the pattern's.
WideCount count_ascending_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                   std::span<VertexId const> roots, std::function<void()> const& look);
// Counts such mappings by the labels of the vertices that discover them. Labels that an automorphism of the pattern
// exchanges have one key, which ends with them.
CountsByPattern count_labels_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                      std::span<VertexId const> roots, std::function<void()> const& look);
// Returns: the product of the factorials of the sizes of all classes of alike vertices.
WideCount count_exchanges_serially(Pattern const& pattern, bool induced = false);

// Calls visit(vertices) for each mapping, whether or not images ascend. `vertices` has the images of the pattern's
// vertices, in their order. Anti-vertices have no image.
void for_each_mapping_serially(Graph const& graph, Pattern const& pattern, bool induced,
                               std::span<VertexId const> roots, std::function<void()> const& look,
                               std::function<void(std::span<VertexId const>)> const& visit);

// `orbit_of` has for each vertex of the pattern the least one of its orbit. Returns: for each vertex of the graph the
// number of ascending mappings that use it, in all and by orbit. The columns of by_orbit are the least vertices of the
// orbits, ascending, without anti-vertices.
LocalCounts count_local_ascending_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                           std::vector<int> const& orbit_of, std::span<VertexId const> roots,
                                           std::function<void()> const& look);

// Returns: all permutations of the pattern's vertices that keep its conditions on a match, however the pattern
// expresses them. A permutation has the image of every vertex. Anti-vertices may be permuted freely among themselves.
// Cost: all permutations.
std::vector<std::vector<int>> automorphisms_serially(Pattern const& pattern, bool induced = false);
// Returns: the number of automorphisms of a match. Automorphisms that move only anti-vertices count as one. Cost: all
// permutations of the classes of alike vertices; the order within a class is kept, and its exchanges are multiplied in.
WideCount count_automorphisms_serially(Pattern const& pattern, bool induced = false);

// Matches are classes of mappings under the pattern's automorphisms.
WideCount count_matches_serially(Graph const& graph, Pattern const& pattern, bool induced);

struct MatchQuery;

// It reads the pattern as it was given. `by_labels`: it counts by label if the pattern discovers labels.
SerialProgram serial_program(MatchQuery const& query, bool by_labels = true);
SerialProgram serial_program_of_all(); // of edge-induced subgraphs, by all patterns of k vertices

} // namespace cerrado
