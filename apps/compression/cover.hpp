// A cover of a graph's edges by cliques, such that naming the members of each takes fewer bits than its edges would.
#pragma once

#include <cerrado/graph/cgz/grouped_lists.hpp>

#include <cstdint>
#include <vector>

namespace cerrado::compression {

// What bits are held to cost, on average.
struct Prices {
    int member = 7;
    int edge = 9;
};

// Edges by falling number of triangles: what every cover of a graph begins with, whatever its prices.
class Coverer {
public:
    // The graph is not oriented, has fewer than 2^32 edges, and outlives this. O(m^1.5).
    explicit Coverer(Graph const& graph);

    // From each edge that is in no clique yet one grows, by the common neighbour with the most edges of that kind, as long
    // as these are worth a member; it is taken where it saves bits. May be called by several threads at once.
    detail::cgz::Groups cover(Prices const& prices) const;

private:
    friend class Growth;
    using EdgeNumber = std::uint32_t;

    void number_edges();
    std::vector<EdgeNumber> triangles() const;
    void order_edges(std::vector<EdgeNumber> const& triangles);

    Graph const& graph_;
    std::vector<EdgeNumber> edge_of_entry_; // in both lists
    std::vector<Edge> ends_;                // of each edge
    std::vector<EdgeNumber> order_;         // of those in triangles
};

} // namespace cerrado::compression
