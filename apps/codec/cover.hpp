// A cover of a graph's edges by cliques, such that naming the members of each takes fewer bits than its edges would.
#pragma once

#include "codec/seeds.hpp"

#include <cerrado/graph/cgz/grouped_lists.hpp>

#include <cstdint>

namespace cerrado::compression {

// What bits are held to cost, on average.
struct Prices {
    std::uint64_t member = 7;
    std::uint64_t edge = 9;
};

struct Cover {
    detail::cgz::Groups groups;
    bool ended_early = false; // before all edges in many triangles were looked at
};

// From each seed whose edge is in no clique yet one grows, by the common neighbour with the most edges of that kind, as long
// as these are worth a member; it is taken where it saves bits. Ends before a class whose like saved next to nothing.
// `seeds`: of this graph; they are what is done. Memory: 2 bytes an edge and 4 a vertex beside the cover.
Cover cover(Graph const& graph, Seeds const& seeds, Prices const& prices, Watch& watch);

} // namespace cerrado::compression
