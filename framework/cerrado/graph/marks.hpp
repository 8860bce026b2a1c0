// The marks that a graph may have besides its edges: directions of its edges, labels of its vertices and edges, and
// names of its vertices. Adjacency stays that of the undirected graph: two vertices are adjacent if there is an arc in
// either direction.
#pragma once

#include <cerrado/graph/detail/order/order.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

using VertexNames = std::shared_ptr<std::vector<std::string> const>;

struct GraphMarks {
    static constexpr std::uint8_t arc_to = 1, arc_from = 2;
    static constexpr std::uint32_t no_label = ~std::uint32_t{0};

    // For each entry of the lists, there is an arc to the neighbour, from it, or both. Empty: the graph is undirected.
    std::vector<std::uint8_t> arcs;
    // For each vertex, the place of its label in label_names, or no_label. Empty: no vertex has one.
    std::vector<std::uint32_t> labels;
    std::vector<std::string> label_names; // ascending
    // For each entry of the lists, the place of the edge's label in edge_label_names, or no_label. In a directed graph
    // it is the label of the arc to the neighbour. Empty: no edge has one.
    std::vector<std::uint32_t> edge_labels;
    std::vector<std::string> edge_label_names; // ascending
    // The names, ascending. An original id is the place of its name in this list, see names.hpp. Null: ids are numbers.
    VertexNames names;
};

inline bool is_directed(Graph const& graph) { return graph.marks && !graph.marks->arcs.empty(); }
inline bool has_labels(Graph const& graph) { return graph.marks && !graph.marks->labels.empty(); }
inline bool has_edge_labels(Graph const& graph) { return graph.marks && !graph.marks->edge_labels.empty(); }

// Calls visit(from, to) for each arc of a directed graph. For another graph it calls it once for each edge, from its
// lower end.
template <class Visit> void for_each_arc_or_edge(Graph const& graph, Visit const& visit) {
    bool const directed = is_directed(graph);
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        auto const list = graph.neighbours(v);
        for (std::size_t i = 0; i < list.size(); ++i) {
            bool const is_one =
                directed ? (graph.marks->arcs[graph.offsets()[v] + i] & GraphMarks::arc_to) != 0 : v < list[i];
            if (is_one) visit(v, list[i]);
        }
    }
}
inline std::uint64_t count_arcs_or_edges(Graph const& graph) {
    if (!is_directed(graph)) return graph.edge_count();
    std::uint64_t count = 0;
    for_each_arc_or_edge(graph, [&](VertexId, VertexId) { ++count; });
    return count;
}

// Returns: the graph with these directions. Each edge becomes an arc from its source to its target. Self-loops are
// passed over. Repeated arcs are reported as duplicates. Throws InputError if the graph has no edge for an arc. O(arcs
// log(max degree)), shared by the team.
Graph with_arcs(Graph graph, std::span<Edge const> arcs, Team& team);

// Makes a directed graph of any arcs, as graph_from_edges() makes one of edges. Self-loops and repeated arcs are
// dropped and reported.
Graph graph_from_arcs(VertexId vertex_count, std::span<Edge const> arcs, std::vector<OriginalId> original_ids = {});

// Returns: the graph with a label for each vertex. An empty text stands for none. Throws InputError unless there is one
// for each vertex.
Graph with_labels(Graph graph, std::vector<std::string> const& labels);

// Returns: the graph with the labels of a file. There are two forms. In the first, each line has the original id of a
// vertex, or its name if the graph has names, and its label, see docs/formats.md. A vertex that the file does not name
// has no label. Ids that are not in the graph are passed over. In the second form, each line has only a label. The
// lines are for the vertices 1 to n or 0 to n - 1, which must be the graph's ids. Calls note() with remarks for a
// person: the number of ids that were passed over, and a header that was. Throws InputError "path:line: ..." for a line
// of another form, for a vertex that comes twice, and if no line names a vertex of the graph. Throws Error if the file
// cannot be read.
Graph read_labels(Graph graph, std::string const& path, std::function<void(std::string const&)> const& note = {});

// Returns: the graph with a label for each of these edges, or of these arcs if the graph is directed. An empty text
// stands for none. Edges that are not given have no label. Self-loops are passed over. Throws InputError unless there
// is a label for each edge, if the graph has no such edge or arc, or if one is given two labels. O(edges log(max
// degree)).
Graph with_edge_labels(Graph graph, std::span<Edge const> edges, std::vector<std::string> const& labels);

// Returns: the vertices with these original ids, in their order. Throws InputError, which names the first id that no
// vertex has, or that comes twice.
std::vector<VertexId> vertices_of(Graph const& graph, std::span<OriginalId const> ids);

// Returns: these vertices and what joins them: the induced graph, with its ids, directions, labels, names and
// columns.
Graph within(Graph const& graph, std::vector<VertexId> vertices);

// Returns: the marks of the vertices of `order`, which are those of `renumbered`. Null if the graph has none.
std::shared_ptr<GraphMarks const> marks_in_order(Graph const& graph, Graph const& renumbered, VertexOrder const& order,
                                                 Team& team);

} // namespace cerrado
