// Several graphs with the same number of vertices, side by side as one.
#pragma once

#include "discovery/classes/subgraph_codes.hpp"
#include "discovery/models/random_graphs.hpp"

#include <cerrado/graph/graph.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace cerrado::discovery {

// Lists are sorted by two passes of counting, since graphs are made by the thousand.
class GraphsTogether {
public:
    // `edges`: how many all have, about. With `codes` the edges have labels: for each entry of the lists the kind of its
    // pair, seen from the vertex of the list.
    GraphsTogether(VertexId vertices, bool is_directed, std::size_t graphs, std::size_t edges,
                   SubgraphCodes const* codes = nullptr);

    // Adds a graph of these edges, or arcs: simple ones, without repetition. A vertex v of it is `number[v]`, and so many
    // vertices after those of the graphs before. Throws InputError for 2^31 edges or more.
    void add(RandomEdges const& graph, std::span<VertexId const> number);
    // All of them. Requires: nothing is added after.
    Graph made();

private:
    // What entries of lists say of their pairs: the arcs of GraphMarks, a kind, or nothing.
    template <class Mark> struct Marks {
        std::vector<Mark> of_entries;
        std::vector<Mark> seen; // of the graph that is added, by the other end
    };
    struct Nothing {};

    void find_begins(std::span<Edge const> edges, std::span<VertexId const> number);
    template <class Mark> void add_with(Marks<Mark>& marks, RandomEdges const& graph, std::span<VertexId const> number);
    template <class Mark> void see_ends(Marks<Mark>& marks, RandomEdges const& graph, std::span<VertexId const> number);
    template <class Mark> void make_lists(Marks<Mark>& marks);
    template <class Mark> void close_gaps(Marks<Mark>& marks, EdgeOffset base);

    VertexId vertices_;
    bool is_directed_;
    SubgraphCodes const* codes_;
    VertexId first_ = 0; // vertex of the next graph
    std::vector<EdgeOffset> offsets_ = {0};
    std::vector<VertexId> neighbours_;
    Marks<std::uint8_t> arcs_;
    Marks<std::uint32_t> kinds_;

    // What follows is of the graph that is added. An edge is seen from both ends, and a mutual edge twice.
    std::vector<std::uint32_t> begins_, next_; // by vertex
    std::vector<VertexId> owners_;             // of what is seen, by the other end
};

// As many copies of a graph as `times`, side by side. Without its marks.
Graph repeated(Graph const& one, std::size_t times);

} // namespace cerrado::discovery
