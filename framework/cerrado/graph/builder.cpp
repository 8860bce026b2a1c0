// graph_from_edges: ends are checked, then lists are built of the edges.
#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/graph_arrays.hpp>
#include <cerrado/graph/order/list_building.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

namespace cerrado {
namespace {

[[noreturn]] void refuse_edge(VertexId vertex_count, std::span<Edge const> edges) {
    for (std::size_t i = 0;; ++i) {
        Edge const& edge = edges[i];
        if (std::max(edge.source, edge.target) < vertex_count) continue;
        throw InputError(fmt::format("edge {} of {} ({} {}): ends must be below the vertex count {}", i + 1,
                                     edges.size(), edge.source, edge.target, vertex_count));
    }
}

// Returns: the self-loops.
std::uint64_t check_edges(VertexId vertex_count, std::span<Edge const> edges, Team& team) {
    std::atomic<std::uint64_t> self_loops = 0;
    std::atomic<bool> valid = true;
    team.run([&](Member member) {
        std::uint64_t loops = 0;
        VertexId highest = 0;
        member.for_part_of(edges.size(), [&](std::size_t i) {
            highest = std::max({highest, edges[i].source, edges[i].target});
            loops += edges[i].source == edges[i].target;
        });
        self_loops += loops;
        if (member.begin(edges.size()) < member.end(edges.size()) && highest >= vertex_count) valid = false;
    });
    if (!valid) refuse_edge(vertex_count, edges);
    return self_loops;
}

} // namespace

Graph graph_from_edges(VertexId vertex_count, std::span<Edge const> edges, std::vector<OriginalId> original_ids,
                       Team& team) {
    if (!original_ids.empty() && original_ids.size() != vertex_count) {
        throw InputError(fmt::format("{} for {}; give one per vertex or none",
                                     counted(original_ids.size(), "original id"), counted(vertex_count, "vertex")));
    }
    require_distinct(original_ids);
    std::uint64_t const self_loops = check_edges(vertex_count, edges, team);
    detail::ListBuilding building(vertex_count, team);
    building.part(edges.size(), [&](std::size_t i, auto const& put) {
        auto const [source, target] = edges[i];
        if (source != target) put(source, target);
    });
    Graph graph = building.run(std::move(original_ids));
    graph.cleaning.self_loops = self_loops;
    return graph;
}

Graph graph_from_edges(VertexId vertex_count, std::span<Edge const> edges, std::vector<OriginalId> original_ids) {
    Team team(team_size(edges.size(), 0));
    return graph_from_edges(vertex_count, edges, std::move(original_ids), team);
}

} // namespace cerrado
