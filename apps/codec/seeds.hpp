// Where cliques of a cover begin: edges in triangles, from those in the most of them on.
#pragma once

#include "codec/watch.hpp"

#include <cerrado/graph/graph.hpp>

#include <cstddef>
#include <vector>

namespace cerrado::compression {

struct Seed {
    VertexId hub; // the end of higher degree
    VertexId other;
};

// Edges in about as many triangles are of a class, within which those of a hub stand together.
struct Seeds {
    std::vector<Seed> edges;
    std::vector<std::size_t> class_ends; // from the class in the most triangles on; some may be empty
    std::size_t in_many = 0;             // of the edges, those in 8 triangles or more, which come first
};

inline constexpr std::uint64_t most_seeded_edges = (std::uint64_t{1} << 31) - 1;

// The graph is not oriented and has at most `most_seeded_edges`. O(m^1.5). Memory: 28 bytes an edge, of which 8 stay.
Seeds seeds_of(Graph const& graph, Watch& watch); // done: its vertices

} // namespace cerrado::compression
