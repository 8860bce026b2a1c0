// aggregate_store: the sink gets every subgraph once, by original ids, however many there are; what it throws comes out
// of run().
#include "support.hpp"

#include <cerrado/runtime/run.hpp>

#include <stdexcept>
#include <unistd.h>

namespace cerrado::test {
namespace {

struct ListCliques {
    int k;
    static constexpr bool oriented = true;
    static constexpr bool stores = true;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_common();
        if (te.size() == k - 1) te.aggregate_store();
    }
};

using Records = std::vector<std::vector<OriginalId>>;

// The graph with original ids far beyond 32 bits.
Graph with_wide_ids(Graph const& graph) {
    std::vector<Edge> edges;
    std::vector<OriginalId> ids;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        ids.push_back((OriginalId{v} << 40) + 7);
        for (VertexId const u : graph.neighbours(v)) edges.push_back({v, u});
    }
    return graph_from_edges(graph.vertex_count(), edges, ids);
}

Records expected(Graph const& graph, int k) {
    Records records;
    for_each_clique(graph, k, [&](std::vector<VertexId> const& clique) {
        auto& record = records.emplace_back();
        for (VertexId const v : clique) record.push_back(graph.original_id(v));
    });
    std::ranges::sort(records);
    return records;
}

void expect_every_clique_once(Graph const& graph, int k, RunOptions options) {
    Records records;
    options.sink = [&](std::span<OriginalId const> record) {
        std::ranges::sort(records.emplace_back(record.begin(), record.end()));
    };
    auto const result = run(ListCliques{k}, graph, options);
    std::ranges::sort(records);
    EXPECT_EQ(result.count, records.size());
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_TRUE(records == expected(graph, k)) << records.size() << " records";
}

void expect_rethrown(RunOptions options) {
    Graph const graph = generate_graph("gen:complete:n=40"); // 91390 cliques of 4, almost three times the ring
    int calls = 0;
    options.sink = [&](std::span<OriginalId const>) {
        if (++calls == 10) throw std::domain_error("enough");
    };
    EXPECT_THROW(run(ListCliques{4}, graph, options), std::domain_error);
    EXPECT_EQ(calls, 10) << "the sink is not called again after it threw";
}

} // namespace

TEST(HostStore, DeliversEveryCliqueOnce) {
    Graph const graph = with_wide_ids(generate_graph("gen:er:n=40,m=260,seed=1"));
    for (int threads : {1, 2, 5}) {
        for (int k : {3, 4}) expect_every_clique_once(graph, k, on(DeviceKind::host, threads));
    }
}

TEST(HostStore, DeliversMoreThanTheRingHolds) {
    static_assert(store_capacity < 91390);
    for (int threads : {1, 3}) {
        expect_every_clique_once(generate_graph("gen:complete:n=40"), 4, on(DeviceKind::host, threads));
    }
}

TEST(HostStore, RethrowsWhatTheSinkThrows) {
    expect_rethrown(on(DeviceKind::host, 1));
    expect_rethrown(on(DeviceKind::host, 3));
}

// A sink slower than the search keeps the ring full; the run must see the deadline all the same.
TEST(HostStore, DeadlineIsSeenWhileTheSinkIsBusy) {
    RunOptions options = on(DeviceKind::host, 1);
    options.deadline_seconds = 0.05;
    Count calls = 0;
    options.sink = [&](std::span<OriginalId const>) {
        ++calls;
        Stopwatch const watch;
        while (watch.seconds() < 1e-5) {
        }
    };
    auto const result =
        run(ListCliques{4}, generate_graph("gen:complete:n=60"), options); // 487635 cliques: 5 s of sink
    EXPECT_EQ(result.status, Status::deadline);
    EXPECT_LT(result.roots.done, result.roots.given);
    EXPECT_EQ(result.count, calls) << "what was counted was delivered";
}

// What the progress callback throws ends the run too; workers that wait for room in the ring must not wait forever.
TEST(HostStore, EndsWhenTheProgressCallbackThrows) {
    RunOptions options = on(DeviceKind::host, 2);
    options.progress = [](Progress const&) { throw std::domain_error("enough"); };
    options.sink = [](std::span<OriginalId const>) {
        Stopwatch const watch;
        while (watch.seconds() < 1e-5) {
        }
    };
    ::alarm(100);
    EXPECT_THROW(run(ListCliques{4}, generate_graph("gen:complete:n=60"), options), std::domain_error);
    ::alarm(0);
}

TEST(LockstepStore, DeliversEveryCliqueOnce) {
    expect_every_clique_once(with_wide_ids(generate_graph("gen:er:n=14,m=50,seed=1")), 3, on(DeviceKind::lockstep, 2));
}

class CudaStore : public testing::Test {
protected:
    void SetUp() override {
        if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
};

TEST_F(CudaStore, DeliversEveryCliqueOnce) {
    Graph const graph = with_wide_ids(generate_graph("gen:er:n=60,m=600,seed=1"));
    for (int k : {3, 4}) expect_every_clique_once(graph, k, on(DeviceKind::cuda));
}

TEST_F(CudaStore, DeliversMoreThanTheRingHolds) {
    expect_every_clique_once(generate_graph("gen:complete:n=40"), 4, on(DeviceKind::cuda));
}

TEST_F(CudaStore, RethrowsWhatTheSinkThrows) { expect_rethrown(on(DeviceKind::cuda)); }

} // namespace cerrado::test
