#include <cerrado/graph/io/edges/edge_list.hpp>

#include <cerrado/core/wording.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::detail {

std::uint64_t count_isolated(Graph const& graph) {
    std::vector<bool> touched(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId u : graph.neighbours(v)) touched[u] = touched[v] = true;
    }
    return static_cast<std::uint64_t>(std::count(touched.begin(), touched.end(), false));
}

void write_edge_list(Graph const& graph, OutputFile& file) {
    std::uint64_t const isolated = count_isolated(graph);
    char const* const ids = has_names(graph) ? "names" : "original ids";
    if (is_directed(graph)) {
        file.write(fmt::format(
            "# Directed graph: arcs go from the first id to the second\n# vertices: {}\n# arcs: {}, by {}\n",
            graph.vertex_count(), count_arcs_or_edges(graph), ids));
    } else {
        file.write(fmt::format("# vertices: {}\n# edges: {}, each once, by {}\n", graph.vertex_count(),
                               graph.edge_count(), ids));
    }
    if (isolated > 0) file.write(fmt::format("# not listed: {} without an edge\n", counted(isolated, "vertex")));
    bool const labelled = has_edge_labels(graph);
    GraphRef const ref = graph.ref();
    auto const write_end = [&](VertexId v) {
        OriginalId const id = graph.original_id(v);
        if (has_names(graph)) {
            file.write(name_on_line(vertex_name(graph, id)));
        } else {
            file.write_number(id);
        }
    };
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        write_end(v);
        file.write(" ");
        write_end(u);
        if (labelled) {
            std::uint32_t const label = graph.marks->edge_labels[ref.find(v, u)];
            if (label != GraphMarks::no_label) {
                file.write(" ");
                file.write(graph.marks->edge_label_names[label]);
            }
        }
        file.write("\n");
    });
}

} // namespace cerrado::detail
