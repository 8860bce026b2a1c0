// All graphs of 2 to 5 vertices, connected or not, and which of them a given small graph is.
#pragma once

#include <cerrado/canonical/graphlets/graphlets.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cerrado {

// The graphs of k vertices, one of each pattern: 2, 4, 11 or 34. First come the connected ones as in graphlets(), then
// the others by their edges, then by adjacency. Requires 2 <= k <= 5.
std::vector<std::uint64_t> const& small_graphs(int k);

// The name of the graphlet, or graph6 of the canonical form if the graph is not connected.
std::string small_graph_name(int k, int index);

struct Located {
    int index = -1; // in small_graphs(k)
    // vertex[i]: the vertex of that graph which vertex i of the given one becomes.
    std::array<std::int8_t, max_graphlet_vertices> vertex{};
};

// Finds the pattern of any graph of k vertices. Reads one entry of a table. Requires 2 <= k <= 5 and no bit
// beyond the k vertices.
Located const& locate(int k, std::uint64_t adjacency);

} // namespace cerrado
