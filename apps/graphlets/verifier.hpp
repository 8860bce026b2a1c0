// A slow, obvious count of graphlets and their orbits that shares no code with the application: it visits each set of
// vertices and looks its pattern up. Runs are checked against it.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <array>
#include <functional>
#include <vector>

namespace cerrado::cuts {

// Called at every set visited. What it throws ends the count. It may be empty.
using Look = std::function<void()>;

// Everything here is serial and throws InputError for an oriented graph, another k, or a vertex or edge that the graph
// lacks. Directions are ignored.

struct GraphletsOfGraph {
    std::array<WideCount, 30> induced{}; // connected induced subgraphs, by index into graphlets()
};

// The graphlets of 2 to k vertices, 2 <= k <= 5. It visits every connected set once (the ESU algorithm as published:
// Wernicke 2006).
GraphletsOfGraph count_graphlets_serially(Graph const& graph, int k, Look const& look = {});

// Every set of k vertices, connected or not, 2 <= k <= 5, by small_graphs(k). Cost: as many visits as there are sets.
std::vector<WideCount> count_small_graphs_serially(Graph const& graph, int k, Look const& look = {});

// How many connected sets of 2 to k vertices have a vertex in each role, 3 <= k <= 5: vertex_orbits(k) numbers, 73 for
// k = 5. Vertices are numbered as in `graph`. It visits each set that contains v once.
std::vector<WideCount> count_orbits_of_vertex_serially(Graph const& graph, VertexId v, int k, Look const& look = {});

// Does the same for an edge and sets of 3 to k vertices: edge_orbits(k) numbers, 68 for k = 5.
std::vector<WideCount> count_orbits_of_edge_serially(Graph const& graph, VertexId u, VertexId v, int k,
                                                     Look const& look = {});

} // namespace cerrado::cuts
