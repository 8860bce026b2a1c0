#include "verifier.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace cerrado::clique {

namespace {

bool adjacent(Graph const& graph, VertexId u, VertexId v) {
    std::span<VertexId const> const list = graph.neighbours(u);
    return std::binary_search(list.begin(), list.end(), v);
}

// Extends `clique` to k vertices with vertices above its last one, in every way, and calls found() for each.
template <class Found>
void complete(Graph const& graph, int k, std::vector<VertexId>& clique, Look const& look, Found& found) {
    if (look) look();
    if (static_cast<int>(clique.size()) == k) return found(clique);
    for (VertexId candidate : graph.neighbours(clique.front())) {
        if (candidate <= clique.back()) continue;
        if (!std::ranges::all_of(clique, [&](VertexId member) { return adjacent(graph, member, candidate); })) continue;
        clique.push_back(candidate);
        complete(graph, k, clique, look, found);
        clique.pop_back();
    }
}

template <class Found>
void for_each_clique(Graph const& graph, int k, std::span<VertexId const> roots, Look const& look, Found&& found) {
    if (graph.oriented())
        throw InputError("the clique verifier needs the graph before orient(), with both directions of each edge");
    if (k < 1) throw InputError(fmt::format("cliques of k = {} vertices: k must be 1 or more", k));
    for (VertexId root : roots) {
        if (root >= graph.vertex_count())
            throw InputError(fmt::format("root {} is not a vertex of the graph, which has {}, numbered from 0", root,
                                         graph.vertex_count()));
        std::vector<VertexId> clique{root};
        complete(graph, k, clique, look, found);
    }
}

std::vector<VertexId> all_vertices(Graph const& graph) {
    std::vector<VertexId> vertices(graph.vertex_count());
    std::iota(vertices.begin(), vertices.end(), VertexId{0});
    return vertices;
}

} // namespace

WideCount count_cliques(Graph const& graph, int k, std::span<VertexId const> roots, Look const& look) {
    WideCount count = 0;
    for_each_clique(graph, k, roots, look, [&](std::vector<VertexId> const&) { ++count; });
    return count;
}

WideCount count_cliques(Graph const& graph, int k) { return count_cliques(graph, k, all_vertices(graph)); }

LocalCounts count_local(Graph const& graph, int k, std::span<VertexId const> roots, Look const& look) {
    std::map<OriginalId, WideCount> vertices;
    std::map<std::pair<OriginalId, OriginalId>, WideCount> edges;
    auto const edge = [&](VertexId u, VertexId v) -> WideCount& {
        return edges[std::minmax({graph.original_id(u), graph.original_id(v)})];
    };
    for (VertexId const u : all_vertices(graph)) {
        vertices[graph.original_id(u)] = 0;
        for (VertexId const v : graph.neighbours(u)) edge(u, v) = 0;
    }
    for_each_clique(graph, k, roots, look, [&](std::vector<VertexId> const& clique) {
        for (std::size_t i = 0; i < clique.size(); ++i) {
            ++vertices[graph.original_id(clique[i])];
            for (std::size_t j = 0; j < i; ++j) ++edge(clique[i], clique[j]);
        }
    });
    LocalCounts counts;
    for (auto const& [vertex, count] : vertices) counts.vertices.push_back({vertex, count});
    for (auto const& [ends, count] : edges) counts.edges.push_back({ends.first, ends.second, count});
    return counts;
}

LocalCounts count_local(Graph const& graph, int k) { return count_local(graph, k, all_vertices(graph)); }

} // namespace cerrado::clique

namespace cerrado {

SerialProgram serial_program(CliqueQuery const&) {
    return {.count = [](Graph const& prepared, int k, std::span<VertexId const> roots,
                        Look const& look) -> CountsByPattern {
                return {{"", clique::count_cliques(prepared, k, roots, look)}};
            },
            .locate = [](Graph const& prepared, int k, std::span<VertexId const> roots,
                         Look const& look) { return clique::count_local(prepared, k, roots, look); }};
}

} // namespace cerrado
