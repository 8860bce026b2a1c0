#include <cerrado/graph/cgz/grouped_lists.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::detail::cgz {
namespace {

// Marks the entries of `graph` that lead from a member down to the others. Returns: those that had no mark.
std::uint64_t mark_group(Graph const& graph, std::span<VertexId const> group, std::vector<bool>& marks) {
    std::uint64_t fresh = 0;
    for (std::size_t upper = 1; upper < group.size(); ++upper) {
        auto const list = graph.neighbours(group[upper]);
        auto place = list.begin();
        for (VertexId const u : group.first(upper)) {
            place = std::lower_bound(place, list.end(), u);
            if (place == list.end() || *place != u) {
                throw Error(fmt::format("vertices {} and {} are not adjacent and cannot be in one group; this is a bug",
                                        u, group[upper]));
            }
            auto mark = marks[graph.offsets()[group[upper]] + static_cast<std::size_t>(place - list.begin())];
            fresh += mark ? 0 : 1;
            mark = true;
        }
    }
    return fresh;
}

} // namespace

GroupedLists grouped_lists(Graph const& graph, Groups const& groups) {
    GroupedLists lists;
    std::vector<bool> is_grouped(graph.neighbour_array().size());
    for (std::size_t group = 0; group < groups.count(); ++group) {
        std::uint64_t const fresh = mark_group(graph, groups[group], is_grouped);
        if (fresh == 0) continue;
        lists.groups.add(groups[group]);
        lists.new_edges.push_back(fresh);
    }
    lists.offsets.push_back(0);
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        EdgeOffset place = graph.offsets()[v];
        for (VertexId const u : graph.neighbours(v)) {
            if (u > v) break;
            if (!is_grouped[place++]) lists.lower.push_back(u);
        }
        lists.offsets.push_back(lists.lower.size());
    }
    return lists;
}

} // namespace cerrado::detail::cgz
