// Every engine with every output that it can serve: whatever two an application names, the subgraphs are the same.
#include "support.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/run.hpp>

#include <set>

namespace cerrado::test {
namespace {

// Complete subgraphs, the last `levels` levels finished together.
template <class EngineType, class... Own> struct Complete {
    int k;
    using Engine = EngineType;
    using Output = OutputList<Own...>;
    static constexpr bool oriented = true;
    static constexpr bool has_store = (std::is_same_v<Own, Store> || ...);

    template <class Traversal> CERRADO_FN static void end(Traversal& te) {
        if constexpr (has_store) {
            finish(te, te.store());
        } else {
            finish(te, te.counter());
        }
    }
};
template <class Base, int levels> struct Finishing : Base {
    static constexpr int counted_levels = levels;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < this->k - levels) {
            te.extend_common();
        } else {
            Base::end(te);
        }
    }
};

// Connected induced subgraphs: by ESU, and by the paper's canonical order.
template <class... Own> struct Connected {
    int k;
    using Engine = Exclusive;
    using Output = OutputList<Own...>;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 1) {
            te.extend_exclusive();
        } else if constexpr ((std::is_same_v<Own, Store> || ...)) {
            finish(te, te.store());
        } else if constexpr ((std::is_same_v<Own, ByPattern> || ...)) {
            finish(te, te.by_pattern());
        } else {
            finish(te, te.counter());
        }
    }
};
struct CanonicalStored {
    int k;
    using Engine = Masks;
    using Output = Store;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, te.size())) te.filter([](auto const& t, VertexId v) { return is_canonical(t, v); });
        if (te.size() == k - 1) te.aggregate_store();
    }
};

using Sets = std::set<std::vector<OriginalId>>;

template <class App> Sets stored(App const& app, Graph const& graph, RunOptions options) {
    Sets sets;
    std::uint64_t records = 0;
    options.of<Store>().sink = [&](std::span<OriginalId const> ids) {
        std::vector<OriginalId> record(ids.begin(), ids.end());
        std::ranges::sort(record);
        sets.insert(record);
        ++records;
    };
    auto const result = run(app, graph, options);
    EXPECT_EQ(records, sets.size()) << "a subgraph came twice";
    EXPECT_EQ(result.count, records);
    return sets;
}

Sets cliques_of(Graph const& graph, int k) {
    Sets sets;
    for_each_clique(graph, k, [&](std::vector<VertexId> const& clique) {
        std::vector<OriginalId> ids;
        for (VertexId const v : clique) ids.push_back(graph.original_id(v));
        sets.insert(ids);
    });
    return sets;
}

void expect_complete(Graph const& graph, int k, RunOptions const& options) {
    Sets const expected = cliques_of(graph, k);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(run(Finishing<Complete<Lists>, 1>{{k}}, graph, options).count, expected.size());
    EXPECT_EQ(run(Finishing<Complete<Lists>, 2>{{k}}, graph, options).count, expected.size());
    EXPECT_EQ(run(Finishing<Complete<Rows>, 1>{{k}}, graph, options).count, expected.size());
    EXPECT_EQ(run(Finishing<Complete<Rows>, 2>{{k}}, graph, options).count, expected.size());
    EXPECT_EQ(run(Finishing<Complete<Rows>, 3>{{k}}, graph, options).count, expected.size());
    EXPECT_EQ(stored(Finishing<Complete<Lists, Store>, 1>{{k}}, graph, options), expected);
    EXPECT_EQ(stored(Finishing<Complete<Rows, Store>, 1>{{k}}, graph, options), expected);
    EXPECT_EQ(stored(Finishing<Complete<Rows, Store>, 2>{{k}}, graph, options), expected);
    EXPECT_EQ(stored(Finishing<Complete<Rows, Store>, 3>{{k}}, graph, options), expected);
}

void expect_connected(Graph const& graph, int k, RunOptions const& options) {
    TransitionTable const tables = TransitionTable::build(k);
    RunOptions by_pattern = options;
    by_pattern.of<ByPattern>().tables = tables.ref();
    auto const patterns = run(Connected<ByPattern>{k}, graph, by_pattern);
    WideCount sum = 0;
    for (WideCount const count : patterns.of<ByPattern>()) sum += count;
    EXPECT_EQ(patterns.count, sum);
    EXPECT_EQ(run(Connected<>{k}, graph, options).count, sum);
    Sets const sets = stored(Connected<Store>{k}, graph, options);
    EXPECT_EQ(WideCount{sets.size()}, sum);
    EXPECT_EQ(stored(CanonicalStored{k}, graph, options), sets);
}

} // namespace

TEST(HostEnginesAndOutputs, AreAllTheSame) {
    for (int k : {4, 5}) {
        expect_complete(generate_graph("gen:er:n=24,m=150,seed=1"), k, on(DeviceKind::host, 2));
        expect_connected(generate_graph("gen:er:n=16,m=40,seed=2"), k, on(DeviceKind::host, 2));
    }
}

TEST(LockstepEnginesAndOutputs, AreAllTheSame) {
    expect_complete(generate_graph("gen:er:n=10,m=32,seed=1"), 4, on(DeviceKind::lockstep));
    expect_connected(generate_graph("gen:er:n=9,m=14,seed=2"), 4, on(DeviceKind::lockstep));
}

TEST(CudaEnginesAndOutputs, AreAllTheSame) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (int k : {4, 5}) {
        expect_complete(generate_graph("gen:er:n=60,m=700,seed=1"), k, on(DeviceKind::cuda));
        expect_connected(generate_graph("gen:er:n=30,m=80,seed=2"), k, on(DeviceKind::cuda));
    }
}

} // namespace cerrado::test
