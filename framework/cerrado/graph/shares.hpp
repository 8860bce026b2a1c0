// The vertices of a graph, divided among the members of a team.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/graph/graph_ref.hpp>

#include <algorithm>
#include <ranges>

namespace cerrado {

// Calls visit(v) by ascending v for a member's part of the vertices: those whose list entries, and they themselves, are together as
// many as any other member's.
template <class Visit> void for_vertices_of(Member member, GraphRef const& graph, Visit const& visit) {
    VertexId const n = graph.vertex_count;
    if (n == 0) return;
    std::size_t const work = graph.end(n - 1) + n;
    auto const first_from = [&](std::size_t begin) {
        auto const vertices = std::views::iota(VertexId{0}, n);
        return *std::ranges::partition_point(vertices, [&](VertexId v) { return graph.begin(v) + v < begin; });
    };
    VertexId const last = first_from(member.end(work));
    for (VertexId v = first_from(member.begin(work)); v < last; ++v) visit(v);
}

// The first members of the team that are worth a table of `table` entries each, when there are so many items to enter: at least one.
inline int members_for_tables(Team const& team, std::size_t items, std::size_t table) {
    return static_cast<int>(std::clamp<std::size_t>(items / table, 1, static_cast<std::size_t>(team.size())));
}

} // namespace cerrado
