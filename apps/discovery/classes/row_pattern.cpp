// The pattern of a row of a search, as one that can be matched.
#include <cerrado/apps/discovery.hpp>

#include <algorithm>
#include <utility>

namespace cerrado {

Pattern pattern_of(ClassStatistics const& row, bool directed, std::string const& no_label) {
    auto const& edges = row.pattern.edges;
    auto const text = [&](std::string const& label) { return label.empty() ? no_label : label; };
    int size = 0;
    for (auto const& [from, to] : edges) size = std::max({size, from + 1, to + 1});
    Pattern pattern(size);
    for (std::size_t v = 0; v < row.labels.size(); ++v) {
        if (!text(row.labels[v]).empty()) pattern.label(static_cast<int>(v), {text(row.labels[v])});
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        auto const [from, to] = edges[i];
        std::string const label = row.edge_labels.empty() ? "" : text(row.edge_labels[i]);
        if (directed) {
            pattern.require_arc(from, to);
            if (!label.empty()) pattern.label_arc(from, to, label);
            if (std::ranges::find(edges, std::pair(to, from)) == edges.end()) pattern.forbid_arc(to, from);
        } else {
            pattern.require_edge(from, to);
            if (!label.empty()) pattern.label_edge(from, to, label);
        }
    }
    return pattern;
}

} // namespace cerrado
