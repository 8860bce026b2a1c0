// The copies of graphlets in which an edge has each role, made of sums.
#pragma once

#include "graphlets/roles/edge_roles.hpp"

#include <cerrado/graph/graph.hpp>

#include <utility>
#include <vector>

namespace cerrado::cuts {

// What the passes leave, with an entry for each direction of an edge of the given graph.
struct SumsOfEdges {
    std::vector<std::uint32_t> triangles;
    std::vector<SumsOfEdge> edges;
};

using Edges = std::vector<std::pair<VertexId, VertexId>>;
Edges list_edges(Graph const& graph); // u < v, ascending

// Returns: for each edge of list_edges() a row of 68 numbers, in ORCA's order. `cliques5` has a number for each of them.
// Cost: O(n + m log(largest degree)), shared by the threads (0: one per hardware thread).
std::vector<WideCount> copies_at_edges(Graph const& graph, SumsOfEdges const& sums,
                                       std::vector<WideCount> const& cliques5, int threads);

} // namespace cerrado::cuts
