#include <cerrado/pattern/from_graph.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

namespace cerrado {

Pattern pattern_from_graph(Graph const& graph) {
    if (graph.vertex_count() > static_cast<VertexId>(Pattern::max_vertices)) {
        throw InputError(
            fmt::format("{} vertices; a pattern has {} at most", graph.vertex_count(), Pattern::max_vertices));
    }
    Pattern pattern(static_cast<int>(graph.vertex_count()));
    bool const directed = is_directed(graph);
    for_each_arc_or_edge(graph, [&](VertexId from, VertexId to) {
        int const u = static_cast<int>(from), v = static_cast<int>(to);
        directed ? pattern.require_arc(u, v) : pattern.require_edge(u, v);
        if (!has_edge_labels(graph)) return;
        std::uint32_t const label = graph.marks->edge_labels[graph.ref().find(from, to)];
        if (label == GraphMarks::no_label) return;
        std::string const& name = graph.marks->edge_label_names[label];
        directed ? pattern.label_arc(u, v, name) : pattern.label_edge(u, v, name);
    });
    if (!has_labels(graph)) return pattern;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::uint32_t const label = graph.marks->labels[v];
        if (label != GraphMarks::no_label) pattern.label(static_cast<int>(v), {graph.marks->label_names[label]});
    }
    return pattern;
}

} // namespace cerrado
