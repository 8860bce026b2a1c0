// The numbers of copies of patterns, made of sums.
#pragma once

#include "graphlets/edge_roles.hpp"
#include "graphlets/roles.hpp"
#include "graphlets/sums/sums.hpp"

#include <cerrado/graph/graph.hpp>

#include <array>
#include <span>
#include <utility>
#include <vector>

namespace cerrado::cuts {

// Copies of the graphlets G0 to G29; those of more vertices than were counted are 0. Throws Error if a sum does not
// divide, which no graph can bring about.
using Copies = std::array<WideCount, 30>;
Copies copies_of(Graph const& graph, int patterns, Sums const& sums, WideCount cycles5, WideCount cliques);

// Copies of all graphs of k vertices, by small_graphs(k), with those that are not connected.
std::vector<WideCount> copies_of_all(Graph const& graph, int k, Sums const& sums, Copies const& connected);

// The copies of graphlets in which a vertex has each role, made of sums.

// What the passes leave, in the order of the given graph. `triangles` and `edges` have an entry for each direction of an
// edge.
struct SumsOfRoles {
    std::vector<std::uint32_t> triangles;
    std::vector<AtEdge> edges;
    std::vector<SumsOfVertex> vertices;
    std::vector<WideCount> cliques4, cliques5; // by vertex; of four if only patterns of four vertices are asked for
};

// Returns: for each vertex a row of 73 numbers, by ORCA's orbit, or of the 15 of four vertices. Numbers are modulo 2^128
// on the way. Cost: O(n + m), shared by the threads (0: one per hardware thread).
std::vector<WideCount> copies_at_vertices(Graph const& graph, SumsOfRoles const& sums, int threads);

// The copies of graphlets in which an edge has each role, made of sums.

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
