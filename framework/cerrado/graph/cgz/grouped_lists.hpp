// What a .cgz says of a graph's edges: groups of vertices that are all adjacent, and a list for each vertex with those of
// its lower neighbours that it shares no group with.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <vector>

namespace cerrado::detail::cgz {

// Each group's members ascend; groups ascend by their lowest member.
struct Groups {
    std::vector<VertexId> members;
    std::vector<std::uint64_t> ends; // of each group's in `members`

    std::size_t count() const { return ends.size(); }
    std::uint64_t begin(std::size_t group) const { return group == 0 ? 0 : ends[group - 1]; }
    std::span<VertexId const> operator[](std::size_t group) const {
        return std::span(members).subspan(begin(group), ends[group] - begin(group));
    }
    void add(std::span<VertexId const> group) {
        members.insert(members.end(), group.begin(), group.end());
        ends.push_back(members.size());
    }
};

struct GroupedLists {
    std::vector<EdgeOffset> offsets; // vertex_count + 1 entries
    std::vector<VertexId> lower;     // ascending for each vertex
    Groups groups;
    std::vector<std::uint64_t> new_edges; // of each group: those in none before

    // Of each vertex, how many vertices before it that is whose list its own refers to, or 0; empty: no list refers.
    std::vector<std::uint8_t> references;

    VertexId vertex_count() const { return static_cast<VertexId>(offsets.size() - 1); }
    std::span<VertexId const> list(VertexId v) const {
        return std::span(lower).subspan(offsets[v], offsets[v + 1] - offsets[v]);
    }
};

// The graph is not oriented. Groups that hold no edge but those of groups before them are left out. Throws Error where two
// members of a group are not adjacent. O(m + pairs in groups log(max degree)).
GroupedLists grouped_lists(Graph const& graph, Groups const& groups);

} // namespace cerrado::detail::cgz
