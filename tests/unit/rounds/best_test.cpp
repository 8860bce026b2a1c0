// The best subgraph of a run, and the bound by which callbacks prune.
#include "unit/rounds/support.hpp"

#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/best.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <functional>

namespace cerrado::test {
namespace {

using Weight = std::uint32_t;

std::uint32_t weight_of(OriginalId id) { return std::uint32_t(id * 2654435761u >> 12) % 1000 + 1; }

// The heaviest clique of k vertices; `prunes`: by the greatest weight of a vertex.
template <class Fold, bool prunes> struct BestClique {
    int k;
    using Output = Best<Fold>;
    static constexpr bool only_reads_arrays = true;
    ArrayRef<std::uint32_t> weights;
    std::uint32_t most;

    template <class T> CERRADO_FN typename Fold::Value sum(T const& t) const {
        typename Fold::Value sum = 0;
        for (int i = 0; i < t.size(); ++i) sum += static_cast<typename Fold::Value>(weights[t.vertex(i)]);
        return sum;
    }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (prunes && te.size() > 1 && double(sum(te)) + double(most) * (k - te.size()) <= double(te.bound())) return;
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() == k - 1) {
            te.aggregate_best([this](auto const& t, VertexId v) {
                return static_cast<typename Fold::Value>(sum(t) + static_cast<typename Fold::Value>(weights[v]));
            });
        }
    }
};

// Its predicate, which one lane calls, asks for what all lanes read together.
struct AsksInAPredicate {
    int k = 3;
    using Output = Best<Greatest<std::uint32_t>>;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([&](auto const&, VertexId v) { return v >= te.bound(); });
        if (te.size() == 2) te.aggregate_best([](auto const&, VertexId v) { return v; });
    }
};

// The edge with the greatest sum of degrees, each taken at its end.
struct HeaviestEdge {
    int k = 3;
    using Output = Best<Greatest<std::int64_t>>;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return t.size() == 1 && above_last(t, v); });
        if (te.size() == 2) te.improve(std::int64_t{te.graph().degree(te.root())} + te.graph().degree(te.last()));
    }
};

} // namespace

class Bounds : public OnDevices {
protected:
    // Returns: the weights of all cliques of k vertices.
    static std::vector<std::uint64_t> weights_of_cliques(Graph const& graph, int k) {
        std::vector<std::uint64_t> found;
        std::vector<VertexId> clique;
        std::function<void(VertexId)> const grow = [&](VertexId from) {
            if (static_cast<int>(clique.size()) == k) {
                std::uint64_t sum = 0;
                for (VertexId const v : clique) sum += weight_of(graph.original_id(v));
                found.push_back(sum);
                return;
            }
            for (VertexId v = from; v < graph.vertex_count(); ++v) {
                bool fits = true;
                for (VertexId const u : clique) fits = fits && graph.ref().adjacent(u, v);
                if (!fits) continue;
                clique.push_back(v);
                grow(v + 1);
                clique.pop_back();
            }
        };
        grow(0);
        return found;
    }
    template <class Value>
    static void expect_clique(Graph const& graph, BestSubgraph<Value> const& best, int k, std::uint64_t weight) {
        EXPECT_EQ(static_cast<std::uint64_t>(best.value), weight);
        ASSERT_EQ(best.vertices().size(), std::size_t(k));
        std::uint64_t sum = 0;
        for (OriginalId const a : best.vertices()) {
            sum += weight_of(a);
            for (OriginalId const b : best.vertices()) {
                EXPECT_TRUE(a == b || graph.ref().adjacent(VertexId(a), VertexId(b)));
            }
        }
        EXPECT_EQ(sum, weight);
    }
};

TEST_P(Bounds, FindTheHeaviestAndTheLightestClique) {
    Graph const graph = generate_graph(this->graph("gen:er:n=60,m=700,seed=4", "gen:er:n=18,m=90,seed=4"));
    int const k = 4;
    std::vector<std::uint64_t> const weights = weights_of_cliques(graph, k);
    ASSERT_FALSE(weights.empty());
    std::uint64_t const most = *std::ranges::max_element(weights), least = *std::ranges::min_element(weights);
    Resident const resident(graph, options());
    auto const array = resident.array_by_id(weight_of);
    auto const heaviest = run(BestClique<Greatest<Weight>, false>{k, array.ref(), 1000}, resident, options());
    expect_clique(graph, heaviest.of<Best<Greatest<Weight>>>(), k, most);
    auto const pruned = run(BestClique<Greatest<double>, true>{k, array.ref(), 1000}, resident, options());
    expect_clique(graph, pruned.of<Best<Greatest<double>>>(), k, most);
    auto const lightest = run(BestClique<Least<float>, false>{k, array.ref(), 1000}, resident, options());
    expect_clique(graph, lightest.of<Best<Least<float>>>(), k, least);

    RunOptions known = options(); // only what is better than the start is found
    known.of<Best<Greatest<Weight>>>().start = Weight(most - 1);
    auto const again = run(BestClique<Greatest<Weight>, true>{k, array.ref(), 1000}, resident, known);
    expect_clique(graph, again.of<Best<Greatest<Weight>>>(), k, most);
    known.of<Best<Greatest<Weight>>>().start = Weight(most);
    EXPECT_EQ(run(BestClique<Greatest<Weight>, true>{k, array.ref(), 1000}, resident, known)
                  .of<Best<Greatest<Weight>>>()
                  .size,
              0);
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions balanced = options();
        balanced.balance = balance_options(mechanism, make_policy("dumato", {.threshold = 0.1, .donations = 4}));
        balanced.balance.poll = std::chrono::microseconds(50);
        auto const moved = run(BestClique<Greatest<Weight>, true>{k, array.ref(), 1000}, resident, balanced);
        expect_clique(graph, moved.of<Best<Greatest<Weight>>>(), k, most);
    }
}

TEST_P(Bounds, AreSharedByDevicesAndParts) {
    Graph const graph = generate_graph("gen:star:n=50");
    RunOptions own = options();
    own.devices = {{GetParam().device, 0}, {DeviceKind::host, 0}};
    auto const best = run(HeaviestEdge{}, graph, own).of<Best<Greatest<std::int64_t>>>();
    EXPECT_EQ(best.value, 50);
    ASSERT_EQ(best.size, 2);
    EXPECT_EQ(std::min(best.ids[0], best.ids[1]), 0u); // the hub
    // A part begins with what an earlier part has found, so it finds nothing better.
    RunOptions once = detail::opened<HeaviestEdge>(options());
    once.of<Best<Greatest<std::int64_t>>>().shared->improve(50);
    auto const result = detail::run(detail::RunnableOf<HeaviestEdge>(HeaviestEdge{}), graph, once);
    EXPECT_EQ(result.of<Best<Greatest<std::int64_t>>>().size, 0);
}

TEST_P(Bounds, OfNothingAreNone) {
    Graph const graph = generate_graph("gen:star:n=9");
    Resident const resident(graph, options());
    auto const array = resident.array_by_id(weight_of);
    auto const result = run(BestClique<Greatest<Weight>, true>{4, array.ref(), 1000}, resident, options());
    EXPECT_EQ(result.of<Best<Greatest<Weight>>>().size, 0);
    EXPECT_TRUE(result.of<Best<Greatest<Weight>>>().vertices().empty());
}

CERRADO_ON_EVERY_DEVICE(Bounds);

#if CERRADO_HAS_LOCKSTEP
TEST(BoundsInLockstep, AreNotReadInAPredicate) {
    std::string const message = message_of<InputError>([] {
        run(AsksInAPredicate{}, generate_graph("gen:complete:n=40"), options_of({DeviceKind::lockstep, 1}));
    });
    EXPECT_NE(message.find("bound() was called within a predicate"), std::string::npos) << message;
}
#endif

} // namespace cerrado::test
