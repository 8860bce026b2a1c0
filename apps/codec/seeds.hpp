// Where the cliques of a cover begin: edges in triangles. Those in the most triangles come first.
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

// A class has edges in about as many triangles. Within a class the edges of a hub stand together.
struct Seeds {
    std::vector<Seed> edges;
    std::vector<std::size_t> class_ends; // from the class in the most triangles on; a class may be empty
    std::size_t in_many = 0;             // number of edges in 8 triangles or more, which come first
};

inline constexpr std::uint64_t most_seeded_edges = (std::uint64_t{1} << 31) - 1;

// Requires: the graph is not oriented and has at most `most_seeded_edges`. O(m^1.5). Memory: 28 bytes an edge, of which
// 8 stay. The watch counts vertices.
Seeds seeds_of(Graph const& graph, Watch& watch);

} // namespace cerrado::compression
