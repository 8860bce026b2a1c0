#include "graphlets/command_local.hpp"

#include "command/list/list_writer.hpp"

#include <cerrado/canonical/graphlets/graphlets.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace cerrado::command {
namespace {

// ",orbit0,orbit1" and so on.
std::string numbered(std::string const& name, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += fmt::format(",{}{}", name, i);
    return text;
}

std::array<OriginalId, 2> ids_of_edge(Graph const& graph, std::pair<VertexId, VertexId> const& edge) {
    OriginalId const u = graph.original_id(edge.first), v = graph.original_id(edge.second);
    return {std::min(u, v), std::max(u, v)};
}

// The rows in ascending order of their ids.
template <class IdsOf> std::vector<std::size_t> rows_by_ids(std::size_t rows, IdsOf const& ids_of) {
    std::vector<std::size_t> order(rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!std::ranges::is_sorted(order, {}, ids_of)) std::ranges::sort(order, {}, ids_of);
    return order;
}

void write_vertex_orbits(std::string const& target, LocalFormat format, int k, Graph const& graph,
                         GraphletOrbits const& orbits) {
    auto const id_of = [&](std::size_t i) { return graph.original_id(static_cast<VertexId>(i)); };
    std::vector<std::size_t> const order = rows_by_ids(orbits.rows(), id_of);
    auto const columns = static_cast<std::size_t>(vertex_orbits(k));
    auto const row = [&](std::size_t i) {
        return CountRow{.ids = {id_of(order[i])}, .id_count = 1, .counts = orbits.row(order[i]).first(columns)};
    };
    write_counts(target, format,
                 {"vertex" + numbered("orbit", columns), "CERORBI", k, vertex_names(graph), order.size(), row});
}

void write_edge_orbits(std::string const& target, LocalFormat format, int k, Graph const& graph,
                       GraphletOrbits const& orbits) {
    auto const ids_of = [&](std::size_t i) { return ids_of_edge(graph, orbits.edges[i]); };
    std::vector<std::size_t> const order = rows_by_ids(orbits.rows(), ids_of);
    auto const columns = static_cast<std::size_t>(edge_orbits(k));
    auto const row = [&](std::size_t i) {
        return CountRow{.ids = ids_of(order[i]), .id_count = 2, .counts = orbits.row(order[i]).first(columns)};
    };
    write_counts(target, format,
                 {"source,target" + numbered("orbit", columns), "CEREORB", k, vertex_names(graph), order.size(), row});
}

// A vertex is in as many copies of a graphlet as it has roles in them.
void write_graphlets(std::string const& target, LocalFormat format, int k, Graph const& graph,
                     GraphletOrbits const& orbits) {
    auto const id_of = [&](std::size_t i) { return graph.original_id(static_cast<VertexId>(i)); };
    std::vector<std::size_t> const order = rows_by_ids(orbits.rows(), id_of);
    auto const roles = graphlet_orbits(false).first(static_cast<std::size_t>(vertex_orbits(k)));
    std::vector<WideCount> sums(static_cast<std::size_t>(graphlets_up_to(k)));
    auto const row = [&](std::size_t i) {
        std::ranges::fill(sums, WideCount{0});
        for (std::size_t role = 0; role < roles.size(); ++role)
            sums[static_cast<std::size_t>(roles[role].graphlet)] += orbits.row(order[i])[role];
        return CountRow{.ids = {id_of(order[i])}, .id_count = 1, .counts = sums};
    };
    write_counts(target, format,
                 {"vertex" + numbered("G", sums.size()), "CERGRAP", k, vertex_names(graph), order.size(), row});
}

} // namespace

std::vector<ExtraOutput> graphlet_files(GraphletsRequest const& request, Graph const& graph,
                                        GraphletsFound const& found) {
    LocalRequest const& local = request.local;
    std::vector<ExtraOutput> files;
    auto const add = [&](std::string const& target, auto const& write, std::optional<GraphletOrbits> const& orbits) {
        if (target.empty()) return;
        files.push_back({target == "-", [&, write, format = local.format_of(target)] {
                             write(target, format, request.query.k, graph, orbits.value());
                         }});
    };
    add(local.orbits, write_vertex_orbits, found.of_vertices);
    add(local.edges, write_edge_orbits, found.of_edges);
    add(local.vertices, write_graphlets, found.of_vertices);
    return files;
}

} // namespace cerrado::command
