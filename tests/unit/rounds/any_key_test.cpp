// Values by keys of any type, and the ids of a file as keys.
#include "unit/rounds/support.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/engine/neighbours.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace cerrado::test {
namespace {

struct Longest { // of two intervals, by a fold of one's own
    struct Value {
        std::uint32_t from, to;
    };
    static CERRADO_FN Value merge(Value const& a, Value const& b) {
        std::uint32_t const long_a = a.to - a.from, long_b = b.to - b.from;
        return long_a > long_b || (long_a == long_b && a.from < b.from) ? a : b;
    }
};

struct Pair { // 12 bytes in two words
    std::uint32_t least, most, kind;
    friend bool operator<(Pair const& a, Pair const& b) {
        return a.least != b.least ? a.least < b.least : a.most < b.most;
    }
    friend bool operator==(Pair const& a, Pair const& b) { return a.least == b.least && a.most == b.most; }
};

// Folds the values of all triangles a < b < c into those of their keys.
template <class Key, class Fold> struct Triangles {
    int k = 3;
    using Output = ByKey<Key, Fold>;
    static constexpr int extension_lists = 1;
    static constexpr bool reads_ids = true;

    static CERRADO_FN Key key_of(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
        std::uint64_t const sum = a + 3 * b + 5 * c;
        if constexpr (std::is_integral_v<Key>) return static_cast<Key>(sum % 91 * 0x0101010101010101);
        if constexpr (std::is_same_v<Key, Pair>) return {std::uint32_t(sum % 7), std::uint32_t(sum % 11), 4};
    }
    static CERRADO_FN typename Fold::Value value_of(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
        using Value = typename Fold::Value;
        if constexpr (std::is_same_v<Fold, Longest>)
            return {std::uint32_t(a), std::uint32_t(c)};
        else
            return static_cast<Value>(static_cast<Value>(a * c) - static_cast<Value>(b * b));
    }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() != k - 1) return;
        OriginalId const a = te.original_id(te.root()), b = te.original_id(te.last());
        te.aggregate_key([&](auto const&, VertexId v) { return key_of(a, b, te.original_id(v)); },
                         [&](auto const&, VertexId v) { return value_of(a, b, te.original_id(v)); });
    }
};

template <class Key, class Fold> auto serial(Graph const& graph) {
    std::map<Key, Folded<Fold>> values;
    using App = Triangles<Key, Fold>;
    for (VertexId a = 0; a < graph.vertex_count(); ++a) {
        for (VertexId const b : graph.neighbours(a)) {
            for (VertexId const c : graph.neighbours(b)) {
                if (a >= b || b >= c || !graph.ref().adjacent(a, c)) continue;
                OriginalId const ids[] = {graph.original_id(a), graph.original_id(b), graph.original_id(c)};
                Key const key = App::key_of(ids[0], ids[1], ids[2]);
                auto const value = App::value_of(ids[0], ids[1], ids[2]);
                if (auto const [at, is_new] = values.try_emplace(key, value); !is_new) {
                    if constexpr (detail::FoldedTrait<Fold>::is_wide)
                        at->second += value;
                    else
                        at->second = Fold::merge(at->second, value);
                }
            }
        }
    }
    return values;
}

// Keys of each edge: more than a small table has.
struct EdgesByEnds {
    int k = 3;
    using Output = ByKey<std::array<std::uint32_t, 2>>;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() != 1 || !te.extend(0, 1)) return;
        te.filter([](auto const& t, VertexId v) { return above_last(t, v); });
        te.aggregate_key([](auto const& t, VertexId v) { return std::array<std::uint32_t, 2>{t.root(), v}; });
    }
};
struct EdgesThatAreStored {
    int k = 3;
    using Output = OutputList<ByKey<std::uint32_t>, Store>;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v); });
        if (te.size() != 2) return;
        te.aggregate_key([](auto const&, VertexId v) { return std::uint32_t{v}; });
        te.aggregate_store();
    }
};
template <bool reads> struct DegreesByVertex {
    int k = 3;
    using Output = ByKey<std::uint64_t>;
    static constexpr bool only_reads_arrays = reads;
    ArrayRef<std::uint64_t> names;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1) && te.size() == 1)
            te.aggregate_key([this](auto const& t, VertexId) { return names[t.root()]; });
    }
};
struct DegreesById {
    int k = 3;
    using Output = ByKey<OriginalId, Sum<std::uint8_t>>;
    static constexpr bool reads_ids = true;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (!te.extend(0, 1) || te.size() != 1) return;
        OriginalId const id = te.original_id(te.root());
        te.aggregate_key([id](auto const&, VertexId) { return id; }, [](auto const&, VertexId) { return 200; });
    }
};
struct VerticesByDegree { // an engine with a method of its own, fold()
    using Engine = Neighbours;
    using Output = ByKey<std::uint32_t, Sum<std::int32_t>>;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        std::uint32_t degree = 0;
        te.fold([&](VertexId, EdgeOffset) { ++degree; });
        degree = te.warp().reduce_add(degree);
        if (te.warp().lane() == 0) te.by_key().add(degree, -1);
    }
};
struct Numbers7 {
    using Output = ByKey<std::uint16_t>;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.warp().lane() == 0) te.by_key().add(std::uint16_t(te.number() % 7), te.number());
    }
};

// The graph with other ids: 2^40 + 3 v.
Graph with_ids(Graph const& graph) {
    std::vector<Edge> edges;
    std::vector<OriginalId> ids;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        ids.push_back((OriginalId{1} << 40) + 3 * OriginalId{v});
        for (VertexId const u : graph.neighbours(v)) {
            if (v < u) edges.push_back({v, u});
        }
    }
    return graph_from_edges(graph.vertex_count(), edges, ids);
}

} // namespace

class AnyKeys : public OnDevices {
protected:
    template <class Key, class Fold> void expect_as_serial(Graph const& graph) {
        RunOptions own = options();
        own.order = GraphOrder::given; // so that a < b < c by ids, too
        auto const found = run(Triangles<Key, Fold>{}, graph, own).template of<ByKey<Key, Fold>>();
        auto const expected = serial<Key, Fold>(graph);
        ASSERT_EQ(found.size(), expected.size());
        auto at = expected.begin();
        for (auto const& [key, value] : found) {
            EXPECT_TRUE(key == at->first);
            if constexpr (std::is_same_v<Fold, Longest>) {
                EXPECT_EQ(value.from, at->second.from);
                EXPECT_EQ(value.to, at->second.to);
            } else if constexpr (std::is_floating_point_v<typename Fold::Value>) {
                EXPECT_NEAR(double(value), double(at->second), 1e-9 * std::abs(double(at->second)));
            } else {
                EXPECT_TRUE(value == at->second) << (long long)(value) << ' ' << (long long)(at->second);
            }
            ++at;
        }
    }
};

TEST_P(AnyKeys, FoldAsTheSerialProgram) {
    Graph const graph = with_ids(generate_graph(this->graph("gen:er:n=120,m=1800,seed=5", "gen:er:n=20,m=90,seed=5")));
    expect_as_serial<std::uint64_t, Sum<std::int64_t>>(graph);
    expect_as_serial<std::uint8_t, Sum<std::uint64_t>>(graph);
    expect_as_serial<Pair, Sum<double>>(graph);
    expect_as_serial<Pair, Greatest<std::int32_t>>(graph);
    expect_as_serial<std::int16_t, Least<float>>(graph);
    expect_as_serial<std::uint32_t, Longest>(graph);
}

TEST_P(AnyKeys, BeginAgainWithMoreSlots) {
    Graph const graph = generate_graph(this->graph("gen:er:n=3000,m=90000,seed=2", "gen:er:n=40,m=300,seed=2"));
    RunOptions own = options();
    own.order = GraphOrder::given;
    own.of<ByKeyInput>().slots = 3;
    auto const result = run(EdgesByEnds{}, graph, own);
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(result.count, graph.edge_count());
    auto const& edges = result.of<ByKey<std::array<std::uint32_t, 2>>>();
    std::size_t at = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            if (v >= u) continue;
            ASSERT_LT(at, edges.size());
            EXPECT_EQ(edges[at].key, (std::array{v, u}));
            EXPECT_EQ(edges[at++].value, 1u);
        }
    }
    EXPECT_EQ(at, edges.size());
}

TEST_P(AnyKeys, AreRefusedIfARunCannotBeginAgain) {
    Graph const graph = generate_graph("gen:complete:n=40");
    RunOptions own = options();
    own.of<ByKeyInput>().slots = 16;
    own.of<StoreInput>().sink = [](auto) {};
    EXPECT_NE(message_of<InputError>([&] { run(EdgesThatAreStored{}, graph, own); }).find("hands over subgraphs"),
              std::string::npos);
    own.of<ByKeyInput>().slots = 1000;
    EXPECT_EQ(run(EdgesThatAreStored{}, graph, own).of<ByKey<std::uint32_t>>().size(), 38u);

    Resident const resident(graph, options());
    auto const names = resident.array_by_id([](OriginalId id) { return std::uint64_t{id * 77}; });
    own = options();
    own.of<ByKeyInput>().slots = 16;
    EXPECT_NE(message_of<InputError>([&] {
                  run(DegreesByVertex<false>{.names = names.ref()}, resident, own);
              }).find("only_reads_arrays"),
              std::string::npos);
    auto const degrees = run(DegreesByVertex<true>{.names = names.ref()}, resident, own);
    ASSERT_EQ(degrees.of<ByKey<std::uint64_t>>().size(), 40u);
    for (auto const& [key, value] : degrees.of<ByKey<std::uint64_t>>()) {
        EXPECT_EQ(key % 77, 0u);
        EXPECT_EQ(value, 39u);
    }
    own.of<ByKeyInput>().slots = ~std::uint64_t{0};
    EXPECT_NE(message_of<InputError>([&] { run(EdgesByEnds{}, graph, own); }).find("ByKeyInput::slots"),
              std::string::npos);
}

// 39 times 200 needs more than the 8 bits of a value.
TEST_P(AnyKeys, AreIdsOfTheFileAndSumsAreWide) {
    Graph const graph = with_ids(generate_graph("gen:complete:n=40"));
    auto const result = run(DegreesById{}, graph, options());
    auto const& sums = result.of<ByKey<OriginalId, Sum<std::uint8_t>>>();
    ASSERT_EQ(sums.size(), 40u);
    for (VertexId v = 0; v < 40; ++v) {
        EXPECT_EQ(sums[v].key, graph.original_id(v));
        EXPECT_EQ(sums[v].value, 39u * 200u);
    }
}

TEST_P(AnyKeys, GoWithEveryEngineAndAreReadFromWhatEnds) {
    std::string text;
    for (auto const& [degree, number] : run(VerticesByDegree{}, generate_graph("gen:star:n=30"), options())
                                            .of<ByKey<std::uint32_t, Sum<std::int32_t>>>()) {
        text += std::to_string(degree) + ": " + to_string(number) + "; ";
    }
    EXPECT_EQ(text, "1: -29; 29: -1; ");
}

TEST_P(AnyKeys, AreThoseOfNumbers) {
    auto const result = run_jobs(1000, Numbers7{}, options());
    std::vector<WideCount> expected(7);
    for (Count i = 0; i < 1000; ++i) expected[i % 7] += i;
    ASSERT_EQ(result.of<ByKey<std::uint16_t>>().size(), 7u);
    for (auto const& [key, value] : result.of<ByKey<std::uint16_t>>()) EXPECT_EQ(value, expected[key]);
    EXPECT_EQ(result.count, 499500u);
}

TEST_P(AnyKeys, StayIfWorkIsMovedOrSharedOrGoesOn) {
    Graph const graph = generate_graph(this->graph("gen:er:n=400,m=9000,seed=8", "gen:er:n=30,m=150,seed=8"));
    RunOptions own = options();
    own.order = GraphOrder::given;
    own.of<ByKeyInput>().slots = 16;
    auto const expected = run(EdgesByEnds{}, graph, own).of<ByKey<std::array<std::uint32_t, 2>>>();
    ASSERT_EQ(expected.size(), graph.edge_count());
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions balanced = own;
        balanced.balance = balance_options(mechanism, make_policy("dumato", {.threshold = 0.1, .donations = 4}));
        balanced.balance.poll = std::chrono::microseconds(50);
        EXPECT_EQ((run(EdgesByEnds{}, graph, balanced).of<ByKey<std::array<std::uint32_t, 2>>>()), expected);
    }
    RunOptions shared = own;
    shared.devices = {{GetParam().device, 0}, {DeviceKind::host, 0}};
    EXPECT_EQ((run(EdgesByEnds{}, graph, shared).of<ByKey<std::array<std::uint32_t, 2>>>()), expected);
    ScopedFolder const folder;
    std::string const file = folder.path("keys.checkpoint");
    RunOptions kept = own;
    kept.checkpoint.file = file;
    EXPECT_EQ((run(EdgesByEnds{}, graph, kept).of<ByKey<std::array<std::uint32_t, 2>>>()), expected);
    EXPECT_EQ((run(EdgesByEnds{}, graph, kept).of<ByKey<std::array<std::uint32_t, 2>>>()), expected);
}

CERRADO_ON_EVERY_DEVICE(AnyKeys);

} // namespace cerrado::test
