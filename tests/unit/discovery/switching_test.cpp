// Random graphs that a device makes together against those that one thread makes, step by step.
#include "unit/discovery/any_labels.hpp"
#include "unit/random_arcs.hpp"

#include "discovery/models/graphs_on_device.hpp"
#include "discovery/models/random_graphs.hpp"

#include <cerrado/apps/discovery.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

namespace cerrado::test {
namespace {

using discovery::SwitchedTogether;

constexpr std::uint64_t memory = std::uint64_t{1} << 30;

// Every model, with hubs, mutual edges and 3-cycles among the arcs.
struct Sample {
    std::string name;
    Graph graph;
    NullModel model;
    bool has_labels = false; // of vertices and edges
};

std::vector<Sample> samples() {
    std::vector<Sample> samples;
    std::vector<Edge> arcs = random_arcs(40, 150, 3);
    for (VertexId v = 1; v < 40; ++v) arcs.push_back({0, v});            // out of a hub
    for (VertexId v = 2; v < 40; v += 2) arcs.push_back({v, 1});         // into another one
    for (VertexId v = 0; v + 2 < 40; v += 3) arcs.push_back({v + 2, v}); // cycles
    Graph const directed = graph_from_arcs(40, arcs);
    for (NullModel const model : {NullModel::degree, NullModel::mutual, NullModel::global, NullModel::jdm}) {
        samples.push_back({"directed", directed, model});
        samples.push_back({"directed, with labels", with_any_labels(directed), model, true});
    }
    Graph const plain = generate_graph("gen:ba:n=60,m=3,seed=2");
    for (NullModel const model : {NullModel::degree, NullModel::jdm}) samples.push_back({"plain", plain, model});
    samples.push_back({"plain, with labels", with_any_labels(plain), NullModel::degree, true});
    samples.push_back({"mutual edges alone", graph_from_arcs(4, std::vector<Edge>{{0, 1}, {1, 0}, {2, 3}, {3, 2}}),
                       NullModel::mutual});
    samples.push_back({"a star", generate_graph("gen:bipartite:a=1,b=49"), NullModel::degree});
    samples.push_back({"one edge", graph_from_edges(2, std::vector<Edge>{{0, 1}}), NullModel::degree});
    return samples;
}

RunOptions on(DeviceKind device) {
    RunOptions options;
    options.device = device;
    if (device == DeviceKind::host) options.threads = 2;
    return options;
}

} // namespace

class Switching : public testing::TestWithParam<DeviceKind> {
protected:
    void SetUp() override {
        if (GetParam() == DeviceKind::cuda && !why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
    // Lanes of the lockstep warp are threads.
    static double switches() { return GetParam() == DeviceKind::lockstep ? 1 : 20; }
    static std::vector<std::uint32_t> numbers() {
        return GetParam() == DeviceKind::lockstep ? std::vector<std::uint32_t>{0, 1000000}
                                                  : std::vector<std::uint32_t>{0, 1, 5, 1000000};
    }
};

TEST_P(Switching, MakesTheGraphsOfTheSerialSteps) {
    for (Sample const& sample : samples()) {
        RandomGraphQuery query{.model = sample.model,
                               .switches = switches(),
                               .seed = 7,
                               .labels = sample.has_labels,
                               .edge_labels = sample.has_labels};
        SwitchedTogether const together(sample.graph, query, memory, on(GetParam()));
        auto const made = together.make(numbers(), on(GetParam()));
        ASSERT_TRUE(made);
        for (std::size_t i = 0; i < numbers().size(); ++i) {
            query.number = numbers()[i];
            auto const serial = discovery::random_edges_while(sample.graph, query, [] { return true; });
            discovery::RandomEdges const random = made->graph(i);
            std::string const what = sample.name + ", " + std::string(name_of(sample.model));
            EXPECT_EQ(random.edges, serial->edges) << what;
            EXPECT_EQ(random.taken, serial->taken) << what;
            EXPECT_EQ(random.steps, serial->steps) << what;
        }
    }
}

// A search says so before it makes any.
TEST_P(Switching, RefusesModelsThatTheGraphCannotHave) {
    Graph const plain = generate_graph("gen:ba:n=60,m=3,seed=2");
    for (NullModel const model : {NullModel::mutual, NullModel::global}) {
        DiscoveryQuery const query{.k = 3, .random_graphs = 2, .model = model};
        EXPECT_THROW(discover(plain, query, on(GetParam())), InputError) << name_of(model);
    }
    EXPECT_THROW(discover(plain, {.k = 3, .random_graphs = 2, .switches = -1}, on(GetParam())), InputError);
}

TEST_P(Switching, GoesFromRoundToRound) {
    if (GetParam() == DeviceKind::lockstep) GTEST_SKIP() << "130,000 steps are too many for threads in step";
    Graph const graph = generate_graph("gen:ba:n=60,m=3,seed=2");
    RandomGraphQuery const query{.switches = 1000, .seed = 1};
    SwitchedTogether const together(graph, query, memory, on(GetParam()));
    auto const serial = discovery::random_edges_while(graph, query, [] { return true; });
    EXPECT_GT(serial->steps, 1u << 17) << "more than a round on every device";
    EXPECT_EQ(together.make(std::vector<std::uint32_t>{0}, on(GetParam()))->graph(0).edges, serial->edges);
}

TEST_P(Switching, EndsWhenItIsTold) {
    if (GetParam() == DeviceKind::lockstep) GTEST_SKIP() << "threads in step begin the first jobs";
    std::atomic<bool> const told = true;
    RunOptions options = on(GetParam());
    options.interrupt = &told;
    SwitchedTogether const together(generate_graph("gen:ba:n=60,m=3,seed=2"), {.switches = 1e5}, memory, options);
    EXPECT_EQ(together.make(std::vector<std::uint32_t>(100), options), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Devices, Switching, testing::Values(DeviceKind::host, DeviceKind::lockstep, DeviceKind::cuda),
                         [](auto const& info) {
                             return info.param == DeviceKind::cuda   ? "Cuda"
                                    : info.param == DeviceKind::host ? "Host"
                                                                     : "Lockstep";
                         });

TEST(GraphsTogether, AreTheGraphsSideBySide) {
    for (bool const is_directed : {false, true}) {
        VertexId const n = 30;
        std::vector<VertexId> number(n);
        for (VertexId v = 0; v < n; ++v) number[v] = (7 * v + 3) % n;
        discovery::GraphsTogether together(n, is_directed, 4, 300);
        std::vector<Edge> all;
        for (unsigned seed = 1; seed <= 3; ++seed) {
            std::vector<Edge> const arcs = random_arcs(n, 100, seed);
            Graph const graph = is_directed ? graph_from_arcs(n, arcs) : graph_from_edges(n, arcs);
            std::vector<Edge> const edges = discovery::arcs_or_edges(graph);
            together.add({.edges = edges, .labels = {}}, number);
            VertexId const first = (seed - 1) * n;
            for (Edge const& edge : edges) all.push_back({first + number[edge.source], first + number[edge.target]});
        }
        together.add({}, number); // a graph without edges
        Graph const made = together.made();
        Graph const expected = is_directed ? graph_from_arcs(4 * n, all) : graph_from_edges(4 * n, all);
        EXPECT_TRUE(std::ranges::equal(made.offsets(), expected.offsets()));
        EXPECT_TRUE(std::ranges::equal(made.neighbour_array(), expected.neighbour_array()));
        if (is_directed) {
            EXPECT_EQ(made.marks->arcs, expected.marks->arcs);
        }
    }
}

} // namespace cerrado::test
