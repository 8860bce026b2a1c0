#include "verifier.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
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

namespace {

// Calls found() for each maximal clique that has all of `clique`, some of `candidates` and none of `excluded`.
template <class Found> void complete_maximal(Graph const& graph, std::vector<VertexId>& clique,
                                             std::vector<VertexId> candidates, std::vector<VertexId> excluded,
                                             Look const& look, Found& found) {
    if (look) look();
    if (candidates.empty() && excluded.empty()) return found(clique);
    if (candidates.empty()) return;
    // A maximal clique has the pivot, or a vertex that is not adjacent to it.
    std::vector<VertexId> all = candidates;
    all.insert(all.end(), excluded.begin(), excluded.end());
    VertexId const pivot = *std::ranges::max_element(all, {}, [&](VertexId u) {
        return std::ranges::count_if(candidates, [&](VertexId v) { return adjacent(graph, u, v); });
    });
    for (VertexId const v : std::vector(candidates)) {
        if (adjacent(graph, pivot, v)) continue;
        std::erase(candidates, v);
        auto const beside_v = [&](std::vector<VertexId> const& vertices) {
            std::vector<VertexId> beside;
            std::ranges::copy_if(vertices, std::back_inserter(beside),
                                 [&](VertexId u) { return adjacent(graph, u, v); });
            return beside;
        };
        clique.push_back(v);
        complete_maximal(graph, clique, beside_v(candidates), beside_v(excluded), look, found);
        clique.pop_back();
        excluded.push_back(v);
    }
}

template <class Found> void for_each_maximal(Graph const& graph, int shortest, int longest,
                                             std::span<VertexId const> roots, Look const& look, Found const& found) {
    auto of_size = [&](std::vector<VertexId> const& clique) {
        auto const size = static_cast<int>(clique.size());
        if (size >= shortest && size <= longest) found(clique);
    };
    for (VertexId const root : roots) {
        std::vector<VertexId> clique{root}, above, below;
        for (VertexId const v : graph.neighbours(root)) (v > root ? above : below).push_back(v);
        complete_maximal(graph, clique, above, below, look, of_size);
    }
}

} // namespace

std::map<int, WideCount> count_maximal(Graph const& graph, int shortest, int longest, std::span<VertexId const> roots,
                                       Look const& look) {
    std::map<int, WideCount> counts;
    for_each_maximal(graph, shortest, longest, roots, look,
                     [&](std::vector<VertexId> const& clique) { ++counts[static_cast<int>(clique.size())]; });
    return counts;
}

std::map<int, WideCount> count_maximal(Graph const& graph) {
    return count_maximal(graph, 1, std::numeric_limits<int>::max(), all_vertices(graph));
}

LocalCounts locate_maximal(Graph const& graph, int shortest, int longest, std::span<VertexId const> roots,
                           Look const& look) {
    std::map<OriginalId, WideCount> at;
    std::map<std::pair<OriginalId, OriginalId>, WideCount> of_edges;
    for (VertexId const v : all_vertices(graph)) {
        at[graph.original_id(v)] = 0;
        for (VertexId const u : graph.neighbours(v))
            of_edges[std::minmax({graph.original_id(v), graph.original_id(u)})] = 0;
    }
    for_each_maximal(graph, shortest, longest, roots, look, [&](std::vector<VertexId> const& clique) {
        for (VertexId const v : clique) {
            ++at[graph.original_id(v)];
            for (VertexId const u : clique) {
                if (graph.original_id(u) < graph.original_id(v))
                    ++of_edges[{graph.original_id(u), graph.original_id(v)}];
            }
        }
    });
    LocalCounts counts;
    for (auto const& [vertex, count] : at) counts.vertices.push_back({vertex, count});
    for (auto const& [ends, count] : of_edges) counts.edges.push_back({ends.first, ends.second, count});
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

SerialProgram serial_program(MaximalCliqueQuery const& query) {
    bool const is_one = query.min_k == query.max_k;
    return {.count = [query, is_one](Graph const& prepared, int, std::span<VertexId const> roots,
                                     Look const& look) -> CountsByPattern {
                CountsByPattern counts;
                if (is_one) counts[""] = 0;
                for (auto const& [size, count] : clique::count_maximal(prepared, query.min_k, query.max_k, roots, look))
                    counts[is_one ? "" : key_of_size(size)] = count;
                return counts;
            },
            .locate =
                [query](Graph const& prepared, int, std::span<VertexId const> roots, Look const& look) {
                    return clique::locate_maximal(prepared, query.min_k, query.max_k, roots, look);
                },
            .has_sizes = true};
}

} // namespace cerrado
