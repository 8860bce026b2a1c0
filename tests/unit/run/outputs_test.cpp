#include "consumer/sampler/squares.hpp"
#include "unit/run/support.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/run.hpp>

#include <set>

namespace cerrado::test {

// Every engine with every output that it can serve: whatever two an application names, the subgraphs are the same.

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

// aggregate(fold) with an application's own accumulator: what it holds after a run, on every device.

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

// What a predicate and a fold may capture: the application by `this`, what visit() has by value and by reference; or
// be a type of its own with members. The same source on every device.

namespace {

// Ways of saying that a neighbour is greater than the last vertex, and divisible by the divisor.
enum class Capture { this_pointer, by_value, by_reference, traversal, named };

struct GreaterAndDivisible {
    VertexId divisor;
    template <class View> CERRADO_FN bool operator()(View const& t, VertexId v) const {
        return v > t.last() && v % divisor == 0;
    }
};

struct Ascending {
    int k = 4;
    Capture capture;
    VertexId divisor = 3;
    static constexpr int extension_lists = 1;
    struct Accumulator {
        Count sum = 0;
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) { into.sum += from.sum; }

    template <class Traversal> CERRADO_FN void keep(Traversal& te) const {
        VertexId const last = te.last();
        VertexId const step = divisor;
        if (capture == Capture::this_pointer) {
            te.filter([this](auto const& t, VertexId v) { return v > t.last() && v % divisor == 0; });
        } else if (capture == Capture::by_value) {
            te.filter([last, step](auto const&, VertexId v) { return v > last && v % step == 0; });
        } else if (capture == Capture::by_reference) {
            te.filter([&](auto const&, VertexId v) { return v > last && v % step == 0; });
        } else if (capture == Capture::traversal) {
            te.filter([&te, step](auto const&, VertexId v) { return v > te.vertex(te.size() - 1) && v % step == 0; });
        } else {
            te.filter(GreaterAndDivisible{divisor});
        }
    }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(te.size() - 1, te.size())) keep(te);
        if (te.size() != k - 1) return;
        VertexId const root = te.root();
        te.aggregate([&root, this](Accumulator& own, auto const&, VertexId v) { own.sum += v + root + divisor; });
        te.aggregate_counter();
    }
};

// In a complete graph any ascending vertices follow each other.
void expect_all(Capture capture, VertexId vertices, RunOptions const& options) {
    Count number = 0;
    Count sum = 0;
    for (VertexId a = 0; a < vertices; ++a) {
        for (VertexId b = a + 1; b < vertices; ++b) {
            for (VertexId c = b + 1; b % 3 == 0 && c < vertices; ++c) {
                for (VertexId d = c + 1; c % 3 == 0 && d < vertices; ++d) {
                    if (d % 3 != 0) continue;
                    ++number;
                    sum += d + a + 3;
                }
            }
        }
    }
    Graph const graph = generate_graph("gen:complete:n=" + std::to_string(vertices));
    auto const result = run(Ascending{.capture = capture}, graph, options);
    EXPECT_EQ(result.count, number);
    EXPECT_EQ(result.accumulator.sum, sum);
}

void expect_every_way(VertexId vertices, RunOptions const& options) {
    for (Capture const capture :
         {Capture::this_pointer, Capture::by_value, Capture::by_reference, Capture::traversal, Capture::named}) {
        expect_all(capture, vertices, options);
    }
}

} // namespace

TEST(HostCaptures, AreSeenByPredicatesAndFolds) { expect_every_way(30, on(DeviceKind::host, 2)); }

TEST(LockstepCaptures, AreSeenByPredicatesAndFolds) { expect_every_way(12, on(DeviceKind::lockstep)); }

TEST(CudaCaptures, AreSeenByPredicatesAndFolds) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_every_way(60, on(DeviceKind::cuda));
}

// An engine and an output from outside the framework (tests/consumer/sampler): the walks are the same on every device, for any number of
// workers and whoever moves them, and their estimate is right within its standard error.

namespace {

Estimate::Result estimate(Graph const& graph, RunOptions const& options, std::uint64_t seed = 1) {
    SampledSquares sampler;
    sampler.seed = seed;
    auto const result = run(sampler, graph, options);
    EXPECT_EQ(result.roots.done, result.roots.given);
    return result.of<Estimate>();
}

// Sums of the same integers.
void expect_equal(Estimate::Result const& a, Estimate::Result const& b) {
    EXPECT_EQ(a.mean, b.mean);
    EXPECT_EQ(a.standard_error, b.standard_error);
}

RunOptions balanced(DeviceKind device, int workers, BalanceMechanism mechanism) {
    RunOptions options = on(device, workers);
    Policy const policy = make_policy("dumato", {.threshold = 0.1, .donations = 8});
    options.balance = balance_options(mechanism, policy);
    options.balance.poll = std::chrono::microseconds(50);
    return options;
}

void expect_same_walks(Graph const& graph, DeviceKind device, int workers) {
    Estimate::Result const alone = estimate(graph, on(DeviceKind::host, 1));
    EXPECT_GT(alone.standard_error, 0);
    expect_equal(estimate(graph, on(device, workers)), alone);
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        expect_equal(estimate(graph, balanced(device, workers, mechanism)), alone);
    }
}

} // namespace

TEST(HostSampler, EstimatesWithinItsStandardError) {
    Graph const graph = generate_graph("gen:er:n=60,m=300,seed=1");
    auto const exact = static_cast<double>(run(AllSquares{}, graph, on(DeviceKind::host)).count);
    EXPECT_GT(exact, 100);
    int far = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto const [mean, error] = estimate(graph, on(DeviceKind::host), seed);
        EXPECT_LT(error, 0.05 * exact);
        EXPECT_LT(std::abs(mean - exact), 4 * error) << "seed " << seed;
        far += std::abs(mean - exact) > error ? 1 : 0;
    }
    EXPECT_GT(far, 1) << "a third of the estimates are farther than that: the error is too large";
    EXPECT_LT(far, 14) << "the error is too small";
}

TEST(HostSampler, WalksAreTheSameForAnyWorkers) {
    expect_same_walks(generate_graph("gen:rmat:scale=8,degree=8,seed=1"), DeviceKind::host, 3);
}

TEST(LockstepSampler, WalksAreTheSame) {
    expect_same_walks(generate_graph("gen:er:n=12,m=30,seed=1"), DeviceKind::lockstep, 2);
}

TEST(CudaSampler, WalksAreTheSame) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_same_walks(generate_graph("gen:rmat:scale=11,degree=8,seed=1"), DeviceKind::cuda, 0);
}

} // namespace cerrado::test
