// The numbers of copies of patterns, computed from sums.
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

// The copies of the graphlets G0 to G29. Graphlets of more vertices than were counted have 0. copies_of() throws Error
// if a sum does not divide, which happens for no graph.
using Copies = std::array<WideCount, 30>;
Copies copies_of(Graph const& graph, int patterns, Sums const& sums, WideCount cycles5, WideCount cliques);

// Returns: the copies of all graphs of k vertices, connected or not, in the order of small_graphs(k).
std::vector<WideCount> copies_of_all(Graph const& graph, int k, Sums const& sums, Copies const& connected);

// The numbers of copies of graphlets in which a vertex has each role, computed from sums.

// The results of the passes, in the order of the given graph. `triangles` and `edges` have an entry for each direction
// of an edge.
struct SumsOfRoles {
    std::vector<std::uint32_t> triangles;
    std::vector<AtEdge> edges;
    std::vector<SumsOfVertex> vertices;
    // By vertex. cliques4 is set only if patterns of four vertices alone are asked for.
    std::vector<WideCount> cliques4, cliques5;
};

// Takes the row of a vertex or an edge, which it may change. Any thread calls it, once for each row.
using TakeRow = std::function<void(std::size_t number, std::span<WideCount> row)>;

// Makes a row for each vertex, with 73 numbers by ORCA's orbits, or 15 for patterns of four vertices. The computation is
// modulo 2^128. Cost: O(n + m), shared by the threads (0: one for each hardware thread).
void copies_at_vertices(Graph const& graph, SumsOfRoles const& sums, int threads, TakeRow const& take);

// The numbers of copies of graphlets in which an edge has each role, computed from sums.

// The results of the passes, with an entry for each direction of an edge of the given graph.
struct SumsOfEdges {
    std::vector<std::uint32_t> triangles;
    std::vector<SumsOfEdge> edges;
};

using Edges = std::vector<std::pair<VertexId, VertexId>>;
Edges list_edges(Graph const& graph); // u < v, ascending

// Makes a row of 68 numbers in ORCA's order for each edge of list_edges(). `cliques5` has a number for each edge. Cost:
// O(n + m log(largest degree)), shared by the threads (0: one for each hardware thread).
void copies_at_edges(Graph const& graph, SumsOfEdges const& sums, std::vector<WideCount> const& cliques5, int threads,
                     TakeRow const& take);

} // namespace cerrado::cuts
