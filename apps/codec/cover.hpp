// Covers a graph's edges by cliques. To name a clique's members must take fewer bits than its edges would.
#pragma once

#include "codec/seeds.hpp"

#include <cerrado/graph/cgz/grouped_lists.hpp>

#include <cstdint>

namespace cerrado::compression {

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
