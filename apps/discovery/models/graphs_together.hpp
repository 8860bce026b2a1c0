// Several graphs with the same number of vertices, side by side as one.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace cerrado::discovery {

// Lists are sorted by two passes of counting, since graphs are made by the thousand.
class GraphsTogether {
public:
    // `edges`: how many all have, about.
    GraphsTogether(VertexId vertices, bool is_directed, std::size_t graphs, std::size_t edges);

    // Adds a graph of these edges, or arcs: simple ones, without repetition. A vertex v of it is `number[v]`, and so many
    // vertices after those of the graphs before. Throws InputError for 2^31 edges or more.
    void add(std::span<Edge const> edges, std::span<VertexId const> number);
    // All of them. Requires: nothing is added after.
    Graph made();

private:
    // What is to be known of the vertices of one graph.
    void find_begins(std::span<Edge const> edges, std::span<VertexId const> number);
    template <bool directed> void add_lists(std::span<Edge const> edges, std::span<VertexId const> number);
    void close_gaps(EdgeOffset base);

    VertexId vertices_;
    bool is_directed_;
    VertexId first_ = 0; // vertex of the next graph
    std::vector<EdgeOffset> offsets_ = {0};
    std::vector<VertexId> neighbours_;
    std::vector<std::uint8_t> arcs_; // see GraphMarks

    // What follows is of the graph that is added. An edge is seen from both ends, and a mutual edge twice.
    std::vector<std::uint32_t> begins_, next_; // by vertex
    std::vector<VertexId> owners_;             // of what is seen, by the other end
    std::vector<std::uint8_t> codes_;
};

} // namespace cerrado::discovery
