// The score of one size from counts per edge: an edge that is in one clique is searched for it, among the common
// neighbours of its ends.
#include "compression/score_forms.hpp"

#include <cerrado/apps/clique.hpp>

#include <algorithm>
#include <unordered_map>

namespace cerrado {
namespace {

class OwnEdges {
public:
    OwnEdges(Graph const& graph, std::vector<EdgeCount> const& counts, int k) : graph_(graph), k_(k) {
        std::unordered_map<OriginalId, VertexId> numbers;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) numbers[graph.original_id(v)] = v;
        uses_.resize(graph.vertex_count());
        for (EdgeCount const& edge : counts) {
            if (edge.count == 0) continue; // in no clique that is sought
            VertexId const u = numbers.at(edge.source);
            VertexId const v = numbers.at(edge.target);
            uses_[u].push_back({v, edge.count == 1});
            uses_[v].push_back({u, edge.count == 1});
        }
        for (auto& list : uses_) std::ranges::sort(list, {}, &Use::to);
    }

    // Adds the cliques with edges of their own, each at the first of these.
    void add_to(CompressionRow& row) const {
        for (VertexId u = 0; u < graph_.vertex_count(); ++u) {
            for (Use const& use : uses_[u]) {
                if (!use.is_own || use.to < u) continue;
                std::vector<VertexId> const clique = clique_of(u, use.to);
                if (first_own(clique) == std::pair{u, use.to}) add_rank(clique, row);
            }
        }
    }

private:
    struct Use {
        VertexId to;
        bool is_own; // in one clique alone
    };

    Use const* find(VertexId u, VertexId v) const {
        auto const at = std::ranges::lower_bound(uses_[u], v, {}, &Use::to);
        return at != uses_[u].end() && at->to == v ? &*at : nullptr;
    }

    std::vector<VertexId> clique_of(VertexId u, VertexId v) const {
        std::vector<VertexId> clique{u, v};
        std::vector<VertexId> common;
        for (Use const& use : uses_[u]) {
            if (find(v, use.to) != nullptr) common.push_back(use.to);
        }
        complete(clique, common);
        std::ranges::sort(clique);
        return clique;
    }

    bool complete(std::vector<VertexId>& clique, std::vector<VertexId> const& candidates) const {
        auto const lacks = static_cast<std::size_t>(k_) - clique.size();
        if (lacks == 0) return true;
        for (std::size_t i = 0; i + lacks <= candidates.size(); ++i) {
            std::vector<VertexId> rest;
            for (std::size_t j = i + 1; j < candidates.size(); ++j) {
                if (find(candidates[i], candidates[j]) != nullptr) rest.push_back(candidates[j]);
            }
            clique.push_back(candidates[i]);
            if (complete(clique, rest)) return true;
            clique.pop_back();
        }
        return false;
    }

    std::pair<VertexId, VertexId> first_own(std::vector<VertexId> const& clique) const {
        for (std::size_t i = 0; i < clique.size(); ++i) {
            for (std::size_t j = i + 1; j < clique.size(); ++j) {
                Use const* const use = find(clique[i], clique[j]);
                if (use != nullptr && use->is_own) return {clique[i], clique[j]};
            }
        }
        return {};
    }

    void add_rank(std::vector<VertexId> const& clique, CompressionRow& row) const {
        std::uint64_t own = 0;
        for (std::size_t i = 0; i < clique.size(); ++i) {
            for (std::size_t j = i + 1; j < clique.size(); ++j) own += find(clique[i], clique[j])->is_own ? 1 : 0;
        }
        if (own < clique.size() + 2) return;
        ++row.compressing;
        row.score += own - clique.size() - 1;
    }

    Graph const& graph_;
    int k_;
    std::vector<std::vector<Use>> uses_;
};

} // namespace

CompressionResult score_by_edges(Graph const& graph, int k, RunOptions const& options) {
    CompressionResult result{count_local_cliques(graph, {.k = k, .per_edge = true}, options), {}};
    result.form = "edges";
    if (result.status == Status::complete) {
        CompressionRow row{k, to_string(result.count)};
        OwnEdges(graph, result.local.edges, k).add_to(row);
        result.rows.push_back(row);
    }
    result.local = {};
    return result;
}

} // namespace cerrado
