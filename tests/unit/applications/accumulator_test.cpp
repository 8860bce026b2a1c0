// aggregate(fold) with an application's own accumulator: what it holds after a run, on every device.
#include "support.hpp"

#include <cerrado/run/run.hpp>

namespace cerrado::test {
namespace {

// Of all cliques of k vertices: how many, the sum of their vertices' degrees, the largest such sum.
struct DegreesOfCliques {
    int k;
    struct Accumulator {
        Count cliques = 0;
        Count degrees = 0;
        Count largest = 0;
        bool operator==(Accumulator const&) const = default;
    };

    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) {
        into.cliques += from.cliques;
        into.degrees += from.degrees;
        if (from.largest > into.largest) into.largest = from.largest;
    }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() != k - 1) return;
        te.aggregate([](Accumulator& own, auto const& t, VertexId u) {
            Count degrees = t.graph().degree(u);
            for (int i = 0; i < t.size(); ++i) degrees += t.graph().degree(t.vertex(i));
            merge(own, {1, degrees, degrees});
        });
    }
};

DegreesOfCliques::Accumulator expected(Graph const& graph, int k) {
    DegreesOfCliques::Accumulator total;
    for_each_clique(graph, k, [&](std::vector<VertexId> const& clique) {
        Count degrees = 0;
        for (VertexId const v : clique) degrees += graph.degree(v);
        DegreesOfCliques::merge(total, {1, degrees, degrees});
    });
    return total;
}

void expect_equivalence(Graph const& graph, int k, RunOptions const& options) {
    auto const result = run(DegreesOfCliques{k}, graph, options);
    auto const wanted = expected(graph, k);
    EXPECT_EQ(result.accumulator.cliques, wanted.cliques) << k;
    EXPECT_EQ(result.accumulator.degrees, wanted.degrees) << k;
    EXPECT_EQ(result.accumulator.largest, wanted.largest) << k;
    EXPECT_EQ(result.count, 0u) << "aggregate_counter was not called";
}

} // namespace

TEST(HostAccumulator, IsEquivalentToAllSubsets) {
    Graph const graph = generate_graph("gen:er:n=30,m=180,seed=1");
    for (int threads : {1, 2, 5}) {
        for (int k : {3, 4, 5}) expect_equivalence(graph, k, on(DeviceKind::host, threads));
    }
}

TEST(HostAccumulator, IsNeutralWithoutAnySubgraph) {
    expect_equivalence(generate_graph("gen:star:n=10"), 3, on(DeviceKind::host, 3));
}

TEST(LockstepAccumulator, IsEquivalentToAllSubsets) {
    expect_equivalence(generate_graph("gen:er:n=12,m=40,seed=2"), 4, on(DeviceKind::lockstep, 2));
}

TEST(CudaAccumulator, IsEquivalentToAllSubsets) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    Graph const graph = generate_graph("gen:er:n=60,m=700,seed=1");
    for (int k : {3, 4, 5}) expect_equivalence(graph, k, on(DeviceKind::cuda));
}

} // namespace cerrado::test
