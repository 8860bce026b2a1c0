// The clique of a given size whose vertices have the greatest sum of weights. Here a vertex weighs its degree.
#include "gallery.hpp"

#include <cerrado/output/best.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>

using cerrado::VertexId;
using Heaviest = cerrado::Best<cerrado::Greatest<std::uint32_t>>;

struct HeaviestClique {
    using Output = Heaviest;
    static constexpr bool only_reads_arrays = true, may_find_nothing = true;
    static constexpr int extension_lists = 1;
    int k;
    cerrado::ArrayRef<std::uint32_t> weights; // by vertex

    struct LevelState {
        std::uint32_t weight = 0; // of the traversal
        std::uint32_t most = 0;   // of an extension
    };

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        std::uint32_t weight = weights[te.last()];
        if (te.size() > 1) {
            LevelState const& before = te.state(te.size() - 2);
            weight += before.weight;
            if (weight + static_cast<std::uint32_t>(k - te.size()) * before.most <= te.bound()) return;
        }
        if (te.extend_common()) {
            std::uint32_t most = 0;
            te.filter([&](auto const& t, VertexId v) {
                if (v > t.last()) return false; // each clique once, from its last vertex downwards
                most = most < weights[v] ? weights[v] : most;
                return true;
            });
            te.state() = {weight, te.warp().reduce_max(most)};
        }
        if (te.size() == k - 1) te.aggregate_best([&](auto const&, VertexId v) { return weight + weights[v]; });
    }
};

// The same without Cerrado.
class Serial {
public:
    Serial(cerrado::Graph const& graph, int k) : graph_(graph), k_(k) {}

    std::uint32_t best() {
        std::vector<VertexId> all(graph_.vertex_count());
        for (VertexId v = 0; v < graph_.vertex_count(); ++v) all[v] = v;
        std::ranges::sort(all, {}, [&](VertexId v) { return graph_.degree(v); });
        std::vector<VertexId> rank(all.size());
        for (VertexId i = 0; i < all.size(); ++i) rank[all[i]] = i;
        for (VertexId const v : all) {
            std::vector<VertexId> later;
            for (VertexId const u : graph_.neighbours(v)) {
                if (rank[u] > rank[v]) later.push_back(u);
            }
            grow(1, graph_.degree(v), later);
        }
        return best_;
    }

private:
    void grow(int size, std::uint32_t weight, std::vector<VertexId> const& candidates) {
        if (size == k_) {
            best_ = std::max(best_, weight);
            return;
        }
        std::uint32_t most = 0;
        for (VertexId const v : candidates) most = std::max(most, graph_.degree(v));
        auto const left = static_cast<std::uint32_t>(k_ - size);
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            VertexId const v = candidates[i];
            if (weight + graph_.degree(v) + (left - 1) * most <= best_) continue;
            std::vector<VertexId> next;
            for (std::size_t j = i + 1; j < candidates.size(); ++j) {
                if (graph_.ref().adjacent(v, candidates[j])) next.push_back(candidates[j]);
            }
            grow(size + 1, weight + graph_.degree(v), next);
        }
    }

    cerrado::Graph const& graph_;
    int k_;
    std::uint32_t best_ = 0;
};

int main(int argument_count, char** arguments) {
    auto const line = [](Asked const& asked, std::uint32_t best) {
        return "the heaviest clique of " + std::to_string(asked.numbers[0]) + " vertices weighs " +
               std::to_string(best);
    };
    return gallery(
        argument_count, arguments, 1, "heaviest_clique GRAPH SIZE [--host | --serial] [--time]",
        [&](Asked const& asked) {
            cerrado::Resident const resident(asked.graph, asked.options);
            std::vector<std::uint32_t> degrees;
            for (VertexId v = 0; v < asked.graph.vertex_count(); ++v) degrees.push_back(asked.graph.degree(v));
            auto const weights = resident.array(cerrado::Per::vertex, degrees);
            HeaviestClique const app{.k = asked.numbers[0], .weights = weights.ref()};
            cerrado::RunOptions options = asked.options;
            options.order = cerrado::GraphOrder::degree; // the heaviest are the last
            return line(asked, cerrado::run(app, resident, options).of<Heaviest>().value);
        },
        [&](Asked const& asked) { return line(asked, Serial(asked.graph, asked.numbers[0]).best()); });
}
