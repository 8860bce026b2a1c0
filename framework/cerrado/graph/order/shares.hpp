// Divides the vertices of a graph among the members of a team.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/graph/graph_ref.hpp>

#include <algorithm>

namespace cerrado {

// Calls visit(v) by ascending v for a member's part of the vertices. Each part has about as many vertices and list
// entries together as any other.
template <class Visit> void for_vertices_of(Member member, GraphRef const& graph, Visit const& visit) {
    VertexId const n = graph.vertex_count;
    if (n == 0) return;
    std::size_t const work = graph.end(n - 1) + n;
    auto const first_from = [&](std::size_t begin) {
        VertexId low = 0;
        for (VertexId high = n; low < high;) {
            VertexId const middle = low + (high - low) / 2;
            if (graph.begin(middle) + middle < begin) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    };
    VertexId const last = first_from(member.end(work));
    for (VertexId v = first_from(member.begin(work)); v < last; ++v) visit(v);
}

// How many members of the team, from the first, are worth a table of `table` entries each if `items` are entered. At
// least one.
inline int members_for_tables(Team const& team, std::size_t items, std::size_t table) {
    return static_cast<int>(std::clamp<std::size_t>(items / table, 1, static_cast<std::size_t>(team.size())));
}

} // namespace cerrado
