// Graphlets of 2 to 5 vertices with their orbits, in the order of the literature; and all small graphs.
#pragma once

#include <cerrado/canonical/adjacency.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

// Graphlets: the connected graphs of 2 to 5 vertices, and the orbits of their vertices and edges. Two vertices, or two
// edges, are in the same orbit if a symmetry of the graphlet maps one to the other. Then they have the same role.

inline constexpr int max_graphlet_vertices = 5;
inline constexpr int graphlet_count = 30;

struct Graphlet {
    std::string_view name; // a short name; catalogue.hpp has the names for people
    int size;
    std::uint64_t adjacency;
    // The orbit of each vertex, 0 to 72, in ORCA's numbering. It is -1 if the graphlet has no such vertex.
    std::array<std::int8_t, max_graphlet_vertices> orbits;
    // The orbit of the edge at each bit of the adjacency, 0 to 67, in the order of ORCA's columns. It is -1 if there is
    // no edge. The graphlet of a single edge has no column, so its edge has -1, too.
    std::array<std::int8_t, adjacency_bits(max_graphlet_vertices)> edge_orbits;
};

// All graphlets in the order of Przulj, G0 to G29. This is also the order of sizes, then of edges. Source: Przulj 2007,
// Bioinformatics 23, figure 1; Hocevar and Demsar 2014 (ORCA).
std::span<Graphlet const> graphlets();
// The graphlets of k vertices. Requires: 2 <= k <= 5.
std::span<Graphlet const> graphlets_of(int k);

// The numbers of graphlets, and of their orbits, up to k vertices. Requires 1 <= k <= 5.
constexpr int graphlets_up_to(int k) { return std::array{0, 0, 1, 3, 9, graphlet_count}[static_cast<std::size_t>(k)]; }
constexpr int vertex_orbits(int k) { return std::array{0, 0, 1, 4, 15, 73}[static_cast<std::size_t>(k)]; }
constexpr int edge_orbits(int k) { return std::array{0, 0, 0, 2, 12, 68}[static_cast<std::size_t>(k)]; }

struct GraphletOrbit {
    int graphlet; // index into graphlets()
    int member;   // its lowest vertex, or the lowest adjacency bit of its edges
    int size;     // number of its vertices or edges
};

// The 73 orbits of vertices, or the 68 of edges, by number.
std::span<GraphletOrbit const> graphlet_orbits(bool per_edge);

// All graphs of 2 to 5 vertices, connected or not, and the search for the one that is isomorphic to a given graph.

// The graphs of k vertices, one of each pattern: 2, 4, 11 or 34. First come the connected ones as in graphlets(). The
// others are ordered by their number of edges, then by adjacency. Requires: 2 <= k <= 5.
std::vector<std::uint64_t> const& small_graphs(int k);

// Returns: the name of the graphlet, or graph6 of the canonical form if the graph is not connected.
std::string small_graph_name(int k, int index);

struct Located {
    int index = -1; // in small_graphs(k)
    // vertex[i]: the vertex of that graph to which vertex i of the given graph is mapped.
    std::array<std::int8_t, max_graphlet_vertices> vertex{};
};

// Finds the pattern of any graph of k vertices. Reads one entry of a table. Requires 2 <= k <= 5 and no bit
// beyond the k vertices.
Located const& locate(int k, std::uint64_t adjacency);

} // namespace cerrado
