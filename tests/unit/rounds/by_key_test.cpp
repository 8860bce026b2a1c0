// Counts by key: triangles by the labels of their corners; and layers and rounds of an application that walks, with
// work that is moved between workers.
#include "unit/rounds/support.hpp"

#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>

namespace cerrado::test {
namespace {

constexpr std::uint32_t label_count = 20;
constexpr std::uint32_t key_count = label_count * label_count * label_count;

struct CountedVertices {
    static constexpr int k = 2;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const { te.add_once(1); }
};

CERRADO_FN std::uint32_t key_of(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    std::uint32_t const least = a < b ? (a < c ? a : c) : (b < c ? b : c);
    std::uint32_t const most = a < b ? (b < c ? c : b) : (a < c ? c : a);
    return (least * label_count + (a + b + c - least - most)) * label_count + most;
}

struct LabelledTriangles {
    int k = 3;
    using Output = ByKey<>;
    static constexpr int extension_lists = 1;
    ArrayRef<std::uint32_t> labels;
    std::uint32_t keys() const { return key_count; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() == k - 1) {
            te.aggregate_key(
                [this](auto const& t, VertexId v) { return key_of(labels[t.root()], labels[t.last()], labels[v]); });
        }
    }
};

// Cliques by layer: a job that changes hands keeps its layer.
struct CliquesByLayer {
    int k;
    int layer_count;
    int round_count;
    using Output = ByKey<>;
    int layers() const { return layer_count; }
    int rounds() const { return round_count; }
    std::uint32_t keys() const { return std::uint32_t(layer_count * round_count); }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() == k - 1) {
            std::uint32_t const key = std::uint32_t(te.round() * layer_count + te.layer());
            te.aggregate_key([key](auto const&, VertexId) { return key; });
        }
    }
};

std::uint32_t label_of(OriginalId id) { return std::uint32_t(id * 2654435761u >> 7) % label_count; }

// Its keys are one too few.
struct TooFewKeys : LabelledTriangles {
    std::uint32_t count;
    std::uint32_t keys() const { return count; }
};

struct OneKey { // a number a job
    using Output = ByKey<>;
    std::uint32_t keys() const { return 7; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.by_key().reserve(1);
        if (te.warp().lane() == 0) te.by_key().add(std::uint32_t(te.number()), 1);
    }
};

} // namespace

class Keys : public OnDevices {};

TEST_P(Keys, CountLabelledTriangles) {
    Graph const graph = generate_graph(this->graph("gen:er:n=150,m=2500,seed=3", "gen:er:n=20,m=80,seed=3"));
    std::vector<WideCount> expected(key_count);
    WideCount triangles = 0;
    for (VertexId a = 0; a < graph.vertex_count(); ++a) {
        for (VertexId const b : graph.neighbours(a)) {
            for (VertexId const c : graph.neighbours(b)) {
                if (a >= b || b >= c || !graph.ref().adjacent(a, c)) continue;
                ++expected[key_of(label_of(graph.original_id(a)), label_of(graph.original_id(b)),
                                  label_of(graph.original_id(c)))];
                ++triangles;
            }
        }
    }
    Resident const resident(graph, options());
    auto const labels = resident.array_by_id(label_of);
    auto const result = run(LabelledTriangles{.labels = labels.ref()}, resident, options());
    EXPECT_EQ(result.of<ByKey<>>(), expected);
    EXPECT_EQ(result.count, triangles);
}

TEST_P(Keys, AreBelowTheirNumber) {
    Graph const graph = generate_graph("gen:complete:n=5");
    Resident const resident(graph, options());
    auto const labels = resident.array_by_id([](OriginalId) { return label_count - 1; });
    std::string const text = "was given the key 7999; keys are below the application's keys(): raise it";
    TooFewKeys application{{.labels = labels.ref()}, key_count};
    EXPECT_EQ(run(application, resident, options()).count, 10u);
    application.count = key_count - 1;
    EXPECT_NE(message_of<InputError>([&] { run(application, resident, options()); }).find(text), std::string::npos);
    EXPECT_EQ(run_jobs(7, OneKey{}, options()).count, 7u);
    EXPECT_NE(message_of<InputError>([&] { run_jobs(100001, OneKey{}, options()); }).find("was given the key"),
              std::string::npos);
}

TEST_P(Keys, KeepTheLayerOfWorkThatIsMoved) {
    bool const slow = GetParam().device == DeviceKind::lockstep;
    Graph const graph = generate_graph(slow ? "gen:complete:n=10" : "gen:complete:n=24");
    int const k = slow ? 4 : 6;
    WideCount const cliques = slow ? 210 : 134596;
    for (BalanceMechanism const mechanism : {BalanceMechanism::none, BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions balanced = options();
        if (mechanism != BalanceMechanism::none) {
            balanced.balance = balance_options(mechanism, make_policy("dumato", {.threshold = 0.1, .donations = 4}));
            balanced.balance.poll = std::chrono::microseconds(50);
        }
        auto const result = run(CliquesByLayer{k, 3, 2}, graph, balanced);
        EXPECT_EQ(result.of<ByKey<>>(), std::vector<WideCount>(6, cliques)) << int(mechanism);
    }
}

CERRADO_ON_EVERY_DEVICE(Keys);

// The sum over keys of a run's parts stays at the largest value. What the counter alone counts may be below 0 in a part.
TEST(CountsOfParts, StayAtTheLargestOrAreModulo) {
    ResultOf<LabelledTriangles> keys;
    keys.of<OutputNumbers>() = {0, ~WideCount{0}};
    ResultOf<LabelledTriangles> more;
    more.of<OutputNumbers>() = {0, 5};
    add_result<LabelledTriangles>(keys, more);
    EXPECT_EQ(keys.count, ~WideCount{0});

    ResultOf<CountedVertices> below;
    below.of<OutputNumbers>() = {~WideCount{0}}; // -1
    ResultOf<CountedVertices> rest;
    rest.of<OutputNumbers>() = {5};
    rest.count = 5;
    add_result<CountedVertices>(below, rest);
    EXPECT_EQ(below.count, WideCount{4});

    RunResult several; // of several patterns, say
    several.count = ~WideCount{0};
    add_result(several, RunResult(rest));
    EXPECT_EQ(several.count, ~WideCount{0});
}

} // namespace cerrado::test
