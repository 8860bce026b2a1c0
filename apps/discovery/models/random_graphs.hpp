// The edges of graphs, and of random graphs. The making of a random graph can be interrupted.
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
    std::vector<std::uint32_t> labels; // numbers of their labels, see PatternLabels; empty: no labels
    std::uint64_t steps = 0;           // number of attempts
    std::uint64_t taken = 0;           // number of attempts that changed the graph
    bool is_near = true;               // see RandomGraph
};

std::vector<Edge> arcs_or_edges(Graph const& graph);                   // in the order of for_each_arc_or_edge()
RandomEdges edges_of(Graph const& graph, PatternLabels const& labels); // in the same order

// Returns: whether a random graph's edges get the labels of the given graph at random.
constexpr bool deals_labels(RandomGraphQuery const& query) {
    return query.edge_labels && (query.free_labels || query.model == NullModel::er);
}
// Deals the labels of the given graph, if it has any.
void deal_labels(RandomEdges& random, RandomEdges const& given, RandomGraphQuery const& query);

// Throws InputError as random_graph() does.
void check_model(Graph const& graph, RandomGraphQuery const& query);

// Returns: the number of attempts for each edge.
double switches_of(Graph const& graph, RandomGraphQuery const& query);
// Returns: whether detours follow the steps; see random_graph().
bool takes_detours(Graph const& graph, RandomGraphQuery const& query);

// Draws the edges of random_graph(). It calls goes_on() every few thousand steps. Returns: the edges, or nothing if
// goes_on() returns false.
std::optional<RandomEdges> random_edges_while(Graph const& graph, RandomGraphQuery const& query,
                                              std::function<bool()> const& goes_on);

// Several graphs with the same number of vertices, side by side in one graph.

// Makes a graph of several ones. It sorts lists by two passes of counting, which is quick enough for thousands of
// graphs.
class GraphsTogether {
public:
    // `edges`: the rough number of all edges. With `codes` the edges have labels: each entry of the lists has the kind
    // of its pair, seen from the vertex of the list.
    GraphsTogether(VertexId vertices, bool is_directed, std::size_t graphs, std::size_t edges,
                   SubgraphCodes const* codes = nullptr);

    // Adds a graph of these edges or arcs, which has no loops or duplicates. Its vertex v becomes number[v], plus the
    // number of vertices of the graphs before. Throws InputError for 2^31 edges or more.
    void add(RandomEdges const& graph, std::span<VertexId const> number);
    // Returns: the graph of all. Requires: nothing is added later.
    Graph made();

private:
    // The marks of list entries: arcs as in GraphMarks, a kind, or nothing.
    template <class Mark> struct Marks {
        std::vector<Mark> of_entries;
        std::vector<Mark> seen; // marks of the graph that is added, by the other end
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
    VertexId first_ = 0; // first vertex of the next graph
    std::vector<EdgeOffset> offsets_ = {0};
    std::vector<VertexId> neighbours_;
    Marks<std::uint8_t> arcs_;
    Marks<std::uint32_t> kinds_;

    // The members below belong to the graph that is added. Each edge has an entry at both ends, and a mutual edge two.
    std::vector<std::uint32_t> begins_, next_; // by vertex
    std::vector<VertexId> owners_;             // owners of the entries, by the other end
};

// Returns: `times` copies of a graph side by side, without its marks.
Graph repeated(Graph const& one, std::size_t times);

} // namespace cerrado::discovery
