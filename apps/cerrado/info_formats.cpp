#include "cerrado/info_formats.hpp"

#include "command/record/json.hpp"
#include "command/record/output.hpp"

#include <cerrado/graph/io.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cerrado::command {
namespace {

std::vector<std::string> held_by(FormatInfo const& format) {
    std::vector<std::string> held;
    if (format.ids) held.emplace_back("ids");
    if (format.names) held.emplace_back("names");
    if (format.directions) held.emplace_back("directions");
    if (format.labels) held.emplace_back("labels");
    if (format.edge_labels) held.emplace_back("labels of edges");
    if (format.lone_vertices) held.emplace_back("vertices without an edge");
    return held;
}

} // namespace

std::string formats_json() {
    Json json = Json::array();
    for (FormatInfo const& format : graph_formats()) {
        json.push({{"name", format.name},
                   {"title", format.title},
                   {"endings", format.extensions},
                   {"known_by", format.known_by},
                   {"written_by", format.written_by.empty() ? Json() : Json(format.written_by)},
                   {"holds", held_by(format)}});
    }
    return json.lines();
}

std::string formats_table() {
    Table table({{"--format"}, {"format"}, {"endings"}, {"known by"}, {"written by"}, {"holds"}});
    for (FormatInfo const& format : graph_formats()) {
        table.add_row({{format.name},
                       {format.title},
                       {fmt::format("{}", fmt::join(format.extensions, " "))},
                       {format.known_by},
                       {format.written_by.empty() ? "-" : format.written_by},
                       {fmt::format("{}", fmt::join(held_by(format), ", "))}});
    }
    return table.text() +
           "\nThe content decides; where it does not tell, --format does, and else the ending.\n"
           "Any of them may be packed with gzip, zstd, xz or bzip2.\n";
}

} // namespace cerrado::command
