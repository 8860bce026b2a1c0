#include <cerrado/graph/io/formats/sif.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace cerrado::detail {
namespace {

constexpr std::string_view no_sif_type = "-";

std::string_view without_spaces(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

// Cytoscape's rule: where there is a tab in the file, columns end at tabs.
void split_sif(std::string_view line, bool at_tabs, std::vector<std::string_view>& columns) {
    columns.clear();
    if (!at_tabs) {
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) columns.push_back(word);
        return;
    }
    for (;;) {
        std::size_t const tab = line.find('\t');
        columns.push_back(without_spaces(line.substr(0, tab)));
        if (tab == std::string_view::npos) return;
        line.remove_prefix(tab + 1);
    }
}

bool is_sif_comment(std::string_view line) { return line.starts_with('#'); }

bool has_sif_tab(std::string_view text, std::string const& path) {
    for (TextLines lines(text, path); lines.next();) {
        if (!is_sif_comment(lines.line()) && lines.line().find('\t') != std::string_view::npos) return true;
    }
    return false;
}

} // namespace

bool is_sif(std::string_view) { return false; }

Graph read_sif(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    TextLines lines(text, path);
    Assembly assembly(path, options);
    std::vector<std::string_view> columns;
    bool const at_tabs = has_sif_tab(text, path);
    std::uint64_t odd_lines = 0;
    while (lines.next()) {
        if (lines.line().empty()) continue;
        if (is_sif_comment(lines.line())) {
            ++report.comments;
            continue;
        }
        lines.require_text();
        split_sif(lines.line(), at_tabs, columns);
        odd_lines += at_tabs && columns.size() == 1 && columns[0].find(' ') != std::string_view::npos;
        if (columns.size() == 2) lines.fail("two columns; expected 'source type target', or a name alone");
        if (std::ranges::find(columns, std::string_view()) != columns.end()) {
            lines.fail("nothing between two tabs; expected 'source type target'");
        }
        VertexId const source = assembly.vertex(columns[0]);
        for (std::size_t i = 2; i < columns.size(); ++i) {
            VertexId const target = assembly.vertex(columns[i]);
            std::string_view const kind = columns[1] == no_sif_type ? "" : columns[1];
            options.directed ? assembly.arc(source, target, kind) : assembly.edge(source, target, kind);
        }
    }
    if (odd_lines > 0) {
        report.remarks.push_back(
            fmt::format("columns end at tabs; {} lines without a tab are vertices whose names hold blanks", odd_lines));
    }
    return assembly.finish();
}

void write_sif(Graph const& graph, OutputFile& file) {
    auto const write_vertex = [&](VertexId v) {
        OriginalId const id = graph.original_id(v);
        if (has_names(graph)) {
            std::string const& name = vertex_name(graph, id);
            if (is_sif_comment(name)) {
                throw InputError(
                    fmt::format("'{}' would begin a comment of a SIF file; write GraphML instead", printable(name)));
            }
            file.write(name);
        } else {
            file.write_number(id);
        }
    };
    GraphRef const ref = graph.ref();
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        std::uint32_t const label =
            has_edge_labels(graph) ? graph.marks->edge_labels[ref.find(v, u)] : GraphMarks::no_label;
        write_vertex(v);
        file.write("\t");
        file.write(label == GraphMarks::no_label ? no_sif_type : graph.marks->edge_label_names[label]);
        file.write("\t");
        write_vertex(u);
        file.write("\n");
    });
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (!graph.neighbours(v).empty()) continue;
        write_vertex(v);
        file.write("\n");
    }
}

} // namespace cerrado::detail
