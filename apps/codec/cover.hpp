// Covers a graph's edges by cliques. To name a clique's members must take fewer bits than its edges would.
#pragma once

#include "codec/watch.hpp"

#include <cerrado/graph/cgz/grouped_lists.hpp>
#include <cerrado/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cerrado::compression {

// Where the cliques of a cover begin: edges in triangles. Those in the most triangles come first.
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

// How many bits things are taken to cost, on average.
struct Prices {
    std::uint64_t member = 7;
    std::uint64_t edge = 9;
};

struct Cover {
    detail::cgz::Groups groups;
    bool ended_early = false; // before all edges in many triangles were looked at
};

// Grows a clique from each seed whose edge is in no clique yet. The next member is the common neighbour with the most
// edges that are in no clique yet, as long as these are worth a member. A clique that saves bits is taken. The search
// ends before a class of seeds if similar ones saved next to nothing. Requires: `seeds` are of this graph; they are the
// steps that the watch counts. Memory: 2 bytes an edge and 4 a vertex beside the cover.
Cover cover(Graph const& graph, Seeds const& seeds, Prices const& prices, Watch& watch);

} // namespace cerrado::compression
