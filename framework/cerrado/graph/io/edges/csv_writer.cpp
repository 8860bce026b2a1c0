#include <cerrado/graph/io/edges/csv_writer.hpp>

#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

namespace cerrado::detail {
namespace {

// Blanks at either end would be lost without the marks.
std::string cell_text(std::string_view text) {
    bool const is_plain = text.find_first_of(",;\"\t\r\n#%") == std::string_view::npos;
    if (is_plain && !text.starts_with(' ') && !text.ends_with(' ')) return std::string(text);
    std::string cell = "\"";
    for (char const c : text) {
        if (c == '"') cell += c;
        cell += c;
    }
    return cell + '"';
}

std::string cell_of(Graph const& graph, VertexId v) {
    OriginalId const id = graph.original_id(v);
    return has_names(graph) ? cell_text(vertex_name(graph, id)) : fmt::to_string(id);
}

} // namespace

void write_csv(Graph const& graph, OutputFile& file) {
    bool const has_label = has_edge_labels(graph);
    file.write(has_label ? "source,target,label\n" : "source,target\n");
    GraphRef const ref = graph.ref();
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        file.write(cell_of(graph, v));
        file.write(",");
        file.write(cell_of(graph, u));
        if (has_label) {
            std::uint32_t const label = graph.marks->edge_labels[ref.find(v, u)];
            file.write(",");
            if (label != GraphMarks::no_label) file.write(cell_text(graph.marks->edge_label_names[label]));
        }
        file.write("\n");
    });
}

} // namespace cerrado::detail
