#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/encoding.hpp>
#include <cerrado/graph/io/formats/graphml.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

namespace cerrado::detail {
namespace {

std::string escaped(std::string_view text) {
    if (!is_xml_text(text)) {
        throw InputError(fmt::format("'{}' is no UTF-8 text, which GraphML asks for; write a .cbin", printable(text)));
    }
    std::string xml;
    for (char const c : text) {
        if (c == '&') {
            xml += "&amp;";
        } else if (c == '<') {
            xml += "&lt;";
        } else if (c == '>') {
            xml += "&gt;";
        } else if (c == '"') {
            xml += "&quot;";
        } else {
            xml += c;
        }
    }
    return xml;
}

std::string id_of(Graph const& graph, VertexId v) {
    OriginalId const id = graph.original_id(v);
    return has_names(graph) ? escaped(vertex_name(graph, id)) : fmt::to_string(id);
}

// What an element ends with: the label within, where it has one.
std::string rest_of(std::string_view tag, std::string_view key, std::vector<std::string> const& names,
                    std::uint32_t label) {
    if (label == GraphMarks::no_label) return "/>\n";
    return fmt::format("><data key=\"{}\">{}</data></{}>\n", key, escaped(names[label]), tag);
}

} // namespace

void write_graphml(Graph const& graph, OutputFile& file) {
    constexpr std::string_view node_key = "label", edge_key = "edge_label";
    file.write(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    auto const write_key = [&](std::string_view key, std::string_view of) {
        file.write(fmt::format("<key id=\"{}\" for=\"{}\" attr.name=\"label\" attr.type=\"string\"/>\n", key, of));
    };
    if (has_labels(graph)) write_key(node_key, "node");
    if (has_edge_labels(graph)) write_key(edge_key, "edge");
    file.write(fmt::format("<graph edgedefault=\"{}\">\n", is_directed(graph) ? "directed" : "undirected"));
    GraphMarks const none;
    GraphMarks const& marks = graph.marks ? *graph.marks : none;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::uint32_t const label = marks.labels.empty() ? GraphMarks::no_label : marks.labels[v];
        file.write(
            fmt::format("<node id=\"{}\"{}", id_of(graph, v), rest_of("node", node_key, marks.label_names, label)));
    }
    GraphRef const ref = graph.ref();
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        std::uint32_t const label =
            marks.edge_labels.empty() ? GraphMarks::no_label : marks.edge_labels[ref.find(v, u)];
        file.write(fmt::format("<edge source=\"{}\" target=\"{}\"{}", id_of(graph, v), id_of(graph, u),
                               rest_of("edge", edge_key, marks.edge_label_names, label)));
    });
    file.write("</graph>\n</graphml>\n");
}

} // namespace cerrado::detail
