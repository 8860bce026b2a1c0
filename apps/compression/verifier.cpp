#include "compression/verifier.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace cerrado::compression {
namespace {

using Clique = std::vector<VertexId>;
using Found = std::function<void(Clique const&)>;

bool joined(Graph const& graph, VertexId u, VertexId v) {
    auto const list = graph.neighbours(u);
    return std::binary_search(list.begin(), list.end(), v);
}

void grow(Graph const& graph, int k, Clique& clique, std::function<void()> const& look, Found const& found) {
    if (look) look();
    if (static_cast<int>(clique.size()) == k) return found(clique);
    for (VertexId const next : graph.neighbours(clique.front())) {
        if (next <= clique.back()) continue;
        if (!std::ranges::all_of(clique, [&](VertexId member) { return joined(graph, member, next); })) continue;
        clique.push_back(next);
        grow(graph, k, clique, look, found);
        clique.pop_back();
    }
}

void for_each(Graph const& graph, int k, std::function<void()> const& look, Found const& found) {
    for (VertexId root = 0; root < graph.vertex_count(); ++root) {
        Clique clique{root};
        grow(graph, k, clique, look, found);
    }
}

} // namespace

Score score_serially(Graph const& graph, int k, std::function<void()> const& look) {
    std::map<std::pair<VertexId, VertexId>, std::uint64_t> edges;
    Score score;
    for_each(graph, k, look, [&](Clique const& clique) {
        ++score.cliques;
        for (std::size_t i = 0; i < clique.size(); ++i) {
            for (std::size_t j = i + 1; j < clique.size(); ++j) ++edges[{clique[i], clique[j]}];
        }
    });
    for_each(graph, k, look, [&](Clique const& clique) {
        long rank = long{k} * (k - 1) / 2 - (k + 1);
        for (std::size_t i = 0; i < clique.size(); ++i) {
            for (std::size_t j = i + 1; j < clique.size(); ++j) {
                if (edges[{clique[i], clique[j]}] > 1) --rank;
            }
        }
        if (rank < 1) return;
        ++score.compressing;
        score.score += static_cast<std::uint64_t>(rank);
    });
    return score;
}

} // namespace cerrado::compression
