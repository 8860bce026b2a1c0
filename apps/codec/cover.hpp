// Covers a graph's edges by cliques. A clique is used if naming its members takes fewer bits than listing its edges.
#pragma once

#include "codec/watch.hpp"

#include <cerrado/graph/detail/cgz/grouped_lists.hpp>
#include <cerrado/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cerrado::compression {

// An edge in triangles, from which a clique of a cover grows. Edges in the most triangles come first.
struct Seed {
    VertexId hub; // the end of higher degree
    VertexId other;
};

// The seeds of a graph. The edges of a class are in about equally many triangles. Within a class the edges of a hub
// stand together.
struct Seeds {
    std::vector<Seed> edges;
    std::vector<std::size_t> class_ends; // beginning with the class in the most triangles; a class may be empty
    std::size_t in_many = 0;             // number of edges in 8 triangles or more, which come first
};

inline constexpr std::uint64_t most_seeded_edges = (std::uint64_t{1} << 31) - 1;

// Finds the seeds. Requires: the graph is not oriented and has at most `most_seeded_edges`. O(m^1.5). Memory: 28 bytes
// for each edge, of which the result keeps 8. The watch counts vertices.
Seeds seeds_of(Graph const& graph, Watch& watch);

// The average costs in bits that the search assumes.
struct Prices {
    std::uint64_t member = 7;
    std::uint64_t edge = 9;
};

struct Cover {
    detail::cgz::Groups groups;
    bool ended_early = false; // true: the search ended before it tried all edges in many triangles
};

// Grows a clique from each seed whose edge is in no clique yet. The next member is the common neighbour with the most
// edges that are in no clique yet, as long as these are worth a member. A clique that saves bits is taken. The search
// ends if a class of seeds saved next to nothing. Requires: `seeds` are of this graph. The watch counts seeds. Memory:
// besides the cover, 2 bytes for each edge and 4 for each vertex.
Cover cover(Graph const& graph, Seeds const& seeds, Prices const& prices, Watch& watch);

} // namespace cerrado::compression
