#include "verifier.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace cerrado::clique {

namespace {

bool adjacent(Graph const& graph, VertexId u, VertexId v) {
    std::span<VertexId const> const list = graph.neighbours(u);
    return std::binary_search(list.begin(), list.end(), v);
}

// Cliques of k vertices that begin with `clique` (ascending), completed by vertices above its last.
WideCount complete(Graph const& graph, int k, std::vector<VertexId>& clique) {
    if (static_cast<int>(clique.size()) == k) return 1;
    WideCount found = 0;
    for (VertexId candidate : graph.neighbours(clique.front())) {
        if (candidate <= clique.back()) continue;
        if (!std::ranges::all_of(clique, [&](VertexId member) { return adjacent(graph, member, candidate); })) continue;
        clique.push_back(candidate);
        found += complete(graph, k, clique);
        clique.pop_back();
    }
    return found;
}

} // namespace

WideCount count_cliques(Graph const& graph, int k, std::span<VertexId const> roots) {
    if (graph.oriented())
        throw InputError("the clique verifier takes the undirected graph: give it the graph before orient()");
    if (k < 1) throw InputError(fmt::format("cliques of k = {} vertices: give a k of 1 or more", k));
    WideCount found = 0;
    for (VertexId root : roots) {
        if (root >= graph.vertex_count())
            throw InputError(fmt::format("root {} is no vertex: the graph has {}, from 0", root, graph.vertex_count()));
        std::vector<VertexId> clique{root};
        found += complete(graph, k, clique);
    }
    return found;
}

WideCount count_cliques(Graph const& graph, int k) {
    std::vector<VertexId> roots(graph.vertex_count());
    std::iota(roots.begin(), roots.end(), VertexId{0});
    return count_cliques(graph, k, roots);
}

} // namespace cerrado::clique
