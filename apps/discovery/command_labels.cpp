// How patterns with labels are written.
#include "command/record/record.hpp"
#include "discovery/command_report.hpp"

#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>

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

std::optional<std::string> pattern_items(DiscoverRequest const& request, ClassStatistics const& row) {
    std::string items =
        labelled_edges_text(request.query.directed ? PatternKind::directed : PatternKind::undirected, row);
    if (!row.labels.empty()) items += " " + vertex_labels_text(row);
    std::ranges::replace(items, ' ', ',');
    try {
        Pattern const read = parse_pattern(items);
        for (int v = 0; v < request.query.k; ++v) {
            auto const i = static_cast<std::size_t>(v);
            bool const is_same =
                row.labels.empty() ? read.labels(v).empty() : read.labels(v) == std::vector{row.labels[i]};
            if (!is_same) return std::nullopt;
        }
        for (std::size_t i = 0; i < row.edge_labels.size(); ++i) {
            auto const [from, to] = row.pattern.edges[i];
            if ((request.query.directed ? read.arc_label(from, to) : read.edge_label(from, to)) != row.edge_labels[i]) {
                return std::nullopt;
            }
        }
    } catch (InputError const&) { // a label with a comma or another sign that items have
        return std::nullopt;
    }
    return items;
}

} // namespace cerrado::command
