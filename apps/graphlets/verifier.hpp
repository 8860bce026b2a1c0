// A slow, obvious count of graphlets and their orbits, which shares no code with the application. It visits each set of
// vertices and looks its pattern up. --verify compares runs with it.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <array>
#include <functional>
#include <vector>

namespace cerrado::cuts {

// This is called for each set. If it throws, the count ends with that exception. It may be empty.
using Look = std::function<void()>;

// These functions are serial. They throw InputError for an oriented graph, for a k outside the stated range, and for a
// vertex or edge that the graph lacks. They ignore directions.

struct GraphletsOfGraph {
    std::array<WideCount, 30> induced{}; // connected induced subgraphs, by index into graphlets()
};

// Counts the graphlets of 2 to k vertices, 2 <= k <= 5. It visits each connected set once (the ESU algorithm as
// published: Wernicke 2006).
GraphletsOfGraph count_graphlets_serially(Graph const& graph, int k, Look const& look = {});

// Counts all sets of k vertices, connected or not, 2 <= k <= 5, in the order of small_graphs(k). Cost: one visit for
// each set.
std::vector<WideCount> count_small_graphs_serially(Graph const& graph, int k, Look const& look = {});

// Returns: for each role, the number of connected sets of 2 to k vertices that have v in the role, 3 <= k <= 5. These
// are vertex_orbits(k) numbers, which is 73 for k = 5. Vertices are numbered as in `graph`. It visits each set that
// contains v once.
std::vector<WideCount> count_orbits_of_vertex_serially(Graph const& graph, VertexId v, int k, Look const& look = {});

// Returns: for each role, the number of connected sets of 3 to k vertices that have the edge in the role. These are
// edge_orbits(k) numbers, which is 68 for k = 5.
std::vector<WideCount> count_orbits_of_edge_serially(Graph const& graph, VertexId u, VertexId v, int k,
                                                     Look const& look = {});

} // namespace cerrado::cuts
