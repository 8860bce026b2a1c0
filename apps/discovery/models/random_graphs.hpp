// The edges of graphs, and of random graphs that can be given up while they are made.
#pragma once

#include "discovery/subgraph_codes.hpp"

#include <cerrado/apps/random_graph.hpp>
#include <cerrado/graph/graph.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace cerrado::discovery {

struct RandomEdges {
    std::vector<Edge> edges;           // or arcs
    std::vector<std::uint32_t> labels; // their numbers, see PatternLabels; empty: they have none
    std::uint64_t steps = 0;           // attempts,
    std::uint64_t taken = 0;           // and those that changed the graph
    bool is_near = true;               // see RandomGraph
};

std::vector<Edge> arcs_or_edges(Graph const& graph);                   // in the order of for_each_arc_or_edge()
RandomEdges edges_of(Graph const& graph, PatternLabels const& labels); // likewise

// Whether a random graph's edges get labels at random, as many of each as the given graph has.
constexpr bool deals_labels(RandomGraphQuery const& query) {
    return query.edge_labels && (query.free_labels || query.model == NullModel::er);
}
// Deals the labels of the given graph. Nothing if it has none.
void deal_labels(RandomEdges& random, RandomEdges const& given, RandomGraphQuery const& query);

// Throws InputError as random_graph() does.
void check_model(Graph const& graph, RandomGraphQuery const& query);

// Attempts for each edge.
double switches_of(Graph const& graph, RandomGraphQuery const& query);
// Whether its steps are followed by detours; see random_graph().
bool takes_detours(Graph const& graph, RandomGraphQuery const& query);

// Draws the edges of random_graph(), and asks goes_on() every few thousand steps. Returns: nothing if it says no.
std::optional<RandomEdges> random_edges_while(Graph const& graph, RandomGraphQuery const& query,
                                              std::function<bool()> const& goes_on);

// Several graphs with the same number of vertices, side by side as one.

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
