// How patterns with labels are written.
#include "command/record/pattern_rows.hpp"
#include "discovery/command_report.hpp"

#include <fmt/format.h>

namespace cerrado::command {
namespace {

std::string text_of(std::string const& label) { return label.empty() ? no_label_text : label; }

} // namespace

std::string vertex_labels_text(ClassStatistics const& row) {
    std::string text;
    for (std::size_t v = 0; v < row.labels.size(); ++v) {
        text += fmt::format("{}{}:{}", v == 0 ? "" : " ", v, text_of(row.labels[v]));
    }
    return text;
}

std::string labelled_edges_text(PatternKind kind, ClassStatistics const& row) {
    if (row.edge_labels.empty()) return edges_text(kind, row.pattern);
    std::string text;
    for (std::size_t i = 0; i < row.edge_labels.size(); ++i) {
        auto const [from, to] = row.pattern.edges[i];
        text += fmt::format("{}{}{}{}/{}", i == 0 ? "" : " ", from, kind == PatternKind::directed ? '>' : '-', to,
                            text_of(row.edge_labels[i]));
    }
    return text;
}

} // namespace cerrado::command
