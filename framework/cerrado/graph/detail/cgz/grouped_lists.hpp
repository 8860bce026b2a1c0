// A .cgz stores a graph's edges in two ways: as groups of vertices that are all adjacent to each other, and as a list
// for each vertex. The list has those lower neighbours with which the vertex shares no group.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <vector>

namespace cerrado::detail::cgz {

// The members of a group ascend. Groups ascend by their lowest member.
struct Groups {
    std::vector<VertexId> members;
    std::vector<std::uint64_t> ends; // where each group ends in `members`

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
    std::vector<std::uint64_t> new_edges; // for each group, the number of its edges that are in no earlier group

    // The reference of each vertex: its list refers to the list that lies this many vertices before it; 0: to none.
    // Empty: no list refers to another.
    std::vector<std::uint8_t> references;

    VertexId vertex_count() const { return static_cast<VertexId>(offsets.size() - 1); }
    std::span<VertexId const> list(VertexId v) const {
        return std::span(lower).subspan(offsets[v], offsets[v + 1] - offsets[v]);
    }
};

// Leaves out groups whose edges are all in earlier groups. Requires: the graph is not oriented. Throws Error if two
// members of a group are not adjacent. O(m + pairs in groups log(max degree)).
GroupedLists grouped_lists(Graph const& graph, Groups const& groups);

} // namespace cerrado::detail::cgz
