#include "command/record/graph_json.hpp"

#include <cerrado/graph/names.hpp>
#include <cerrado/graph/read_report.hpp>

namespace cerrado::command {
namespace {

Json read_as_json(ReadReport const& report) {
    Json json = {{"format", report.format}};
    if (!report.packing.empty()) json["packing"] = report.packing;
    for (ReadReport::Column const& column : report.columns) {
        Json described = {{"meaning", column.meaning}, {"number", column.number}};
        if (!column.name.empty()) described["name"] = column.name;
        json["columns"].push(std::move(described));
    }
    if (report.columns_in_file > 0) json["columns_in_file"] = report.columns_in_file;
    if (!report.separator.empty()) json["separator"] = report.separator;
    json["header_lines"] = report.header_lines;
    json["comments"] = report.comments;
    json["skipped"] = report.skipped;
    if (!report.remarks.empty()) json["remarks"] = report.remarks;
    return json;
}

} // namespace

Json graph_json(Graph const& graph) {
    Json json = {{"source", graph.source},
                 {"vertices", graph.vertex_count()},
                 {"edges", graph.edge_count()},
                 {"max_degree", graph.max_degree()}};
    if (is_directed(graph)) json["directed"] = true;
    if (has_labels(graph)) json["labels"] = graph.marks->label_names.size();
    if (has_edge_labels(graph)) json["edge_labels"] = graph.marks->edge_label_names.size();
    if (has_names(graph)) json["names"] = true;
    json["read_as"] = graph.read_as ? read_as_json(*graph.read_as) : Json(nullptr);
    return json;
}

} // namespace cerrado::command
