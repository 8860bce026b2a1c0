// Counts of graphlets by cutting, on every device, against the serial verifier, closed forms and each other.
#include "graphlets/verifier.hpp"
#include "unit/apps/support.hpp"

#include <cerrado/apps/graphlets.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>

#include <atomic>
#include <map>
#include <string>

namespace cerrado::test {
namespace {

std::string spec_of(int n, int percent, int seed) {
    return "gen:er:n=" + std::to_string(n) + ",m=" + std::to_string(n * (n - 1) / 2 * percent / 100) +
           ",seed=" + std::to_string(seed);
}

// Keys are sizes and adjacencies.
using ByPattern = std::map<std::pair<int, std::uint64_t>, std::string>;
ByPattern by_pattern(GraphletCounts const& counts) {
    ByPattern found;
    for (GraphletCount const& row : counts.patterns) found[{row.size, row.adjacency}] = to_string(row.induced);
    return found;
}
ByPattern serial(Graph const& graph, int k) {
    ByPattern found;
    for (int size = 3; size <= k; ++size) {
        std::vector<WideCount> const counts = cuts::count_small_graphs_serially(graph, size);
        for (std::size_t i = 0; i < counts.size(); ++i) found[{size, small_graphs(size)[i]}] = to_string(counts[i]);
    }
    return found;
}

std::string induced(GraphletCounts const& counts, std::string const& name) {
    for (Graphlet const& graphlet : graphlets()) {
        if (graphlet.name != name) continue;
        for (GraphletCount const& row : counts.patterns) {
            if (row.size == graphlet.size && row.adjacency == graphlet.adjacency) return to_string(row.induced);
        }
    }
    return "there is no " + name;
}

Graph complement_of(Graph const& graph) {
    std::vector<Edge> edges;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId u = 0; u < v; ++u) {
            if (!graph.ref().adjacent(v, u)) edges.push_back({u, v});
        }
    }
    return graph_from_edges(graph.vertex_count(), edges);
}

} // namespace

TEST(GraphletsInLockstep, AreThoseOfTheVerifier) {
    for (int percent : {20, 50, 90}) {
        Graph const graph = generate_graph(spec_of(10, percent, percent));
        EXPECT_EQ(by_pattern(count_graphlets(graph, {.all = true}, on(DeviceKind::lockstep))), serial(graph, 5));
    }
}

class Graphlets : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(Graphlets);

TEST_P(Graphlets, AreThoseOfTheVerifier) {
    for (int n : {3, 4, 5, 6, 9, 14, 21, 40}) {
        for (int percent : {0, 5, 15, 30, 50, 70, 95, 100}) {
            if (n == 40 && percent > 15) continue;
            Graph const graph = generate_graph(spec_of(n, percent, n + percent));
            for (int k = 3; k <= 5; ++k) {
                GraphletCounts const counts = count_graphlets(graph, {.k = k, .all = true}, options());
                ASSERT_EQ(by_pattern(counts), serial(graph, k)) << n << " vertices, " << percent << " %, k " << k;
            }
        }
    }
}

// A hub's wedges do not fit a tally in fast memory, and roots are several jobs.
TEST_P(Graphlets, OfGraphsWithHubsAddUp) {
    for (char const* spec : {"gen:rmat:scale=11,degree=12,seed=3", "gen:ba:n=3000,m=8,seed=2", "gen:complete:n=150"}) {
        Graph const graph = generate_graph(spec);
        GraphletCounts const counts = count_graphlets(graph, {.all = true}, options());
        WideCount sum[6] = {};
        for (GraphletCount const& row : counts.patterns) sum[row.size] += row.induced;
        for (int k = 3; k <= 5; ++k) {
            EXPECT_EQ(to_string(sum[k]), std::to_string(binomial(graph.vertex_count(), static_cast<Count>(k)))) << spec;
        }
        RunOptions others = options();
        others.order = GraphOrder::given;
        EXPECT_EQ(by_pattern(count_graphlets(graph, {.all = true}, others)), by_pattern(counts)) << spec;
    }
}

TEST_P(Graphlets, OfAGraphAreThoseOfItsComplementTurned) {
    for (int percent : {10, 30, 50}) {
        Graph const graph = generate_graph(spec_of(60, percent, percent));
        GraphletCounts const there = count_graphlets(complement_of(graph), {.all = true}, options());
        ByPattern turned;
        for (GraphletCount const& row : there.patterns) {
            std::uint64_t const all = (std::uint64_t{1} << adjacency_bits(row.size)) - 1;
            int const index = locate(row.size, all & ~row.adjacency).index;
            turned[{row.size, small_graphs(row.size)[static_cast<std::size_t>(index)]}] = to_string(row.induced);
        }
        EXPECT_EQ(by_pattern(count_graphlets(graph, {.all = true}, options())), turned);
    }
}

TEST_P(Graphlets, HaveClosedForms) {
    auto const counts = [](char const* spec) { return count_graphlets(generate_graph(spec), {}, options()); };
    GraphletCounts const complete = counts("gen:complete:n=30");
    EXPECT_EQ(induced(complete, "K5"), std::to_string(binomial(30, 5)));
    EXPECT_EQ(induced(complete, "K5-e"), "0");
    GraphletCounts const dense = counts("gen:complete:n=400"); // sums are larger than a lane keeps
    EXPECT_EQ(to_string(dense.count), to_string(WideCount{binomial(400, 3)} + binomial(400, 4) + binomial(400, 5)));
    EXPECT_EQ(induced(dense, "K5"), std::to_string(binomial(400, 5)));
    GraphletCounts const star = counts("gen:star:n=1000000");
    EXPECT_EQ(induced(star, "star4"), to_string(WideCount{999999} * 999998 / 2 * 999997 / 3 * 999996 / 4));
    EXPECT_EQ(induced(star, "fork"), "0");
    GraphletCounts const cycle = counts("gen:cycle:n=5");
    EXPECT_EQ(induced(cycle, "cycle5"), "1");
    EXPECT_EQ(induced(cycle, "path5"), "0");
    GraphletCounts const path = counts("gen:path:n=1000");
    EXPECT_EQ(induced(path, "path5"), "996");
    EXPECT_EQ(induced(path, "path4"), "997");
}

TEST_P(Graphlets, AreTheSameTenTimesOnAResident) {
    Graph const graph = generate_graph("gen:rmat:scale=10,degree=10,seed=9");
    Resident const resident(graph, options());
    ByPattern const first = by_pattern(count_graphlets(resident, {}, options()));
    for (int i = 0; i < 10; ++i) ASSERT_EQ(by_pattern(count_graphlets(resident, {}, options())), first);
}

TEST_P(Graphlets, OfAStoppedRunAreNone) {
    std::atomic<bool> const stop = true;
    RunOptions stopped = options();
    stopped.interrupt = &stop;
    GraphletCounts const counts = count_graphlets(generate_graph("gen:rmat:scale=12,degree=16,seed=1"), {}, stopped);
    EXPECT_EQ(counts.status, Status::interrupted);
    EXPECT_TRUE(counts.patterns.empty());
    EXPECT_EQ(counts.count, 0u);
}

TEST(GraphletsRefuse, WhatTheyDoNotCount) {
    Graph const graph = generate_graph("gen:complete:n=5");
    expect_refusal("give a k from 3 to 5", [&] { count_graphlets(graph, {.k = 2}); });
    expect_refusal("give a k from 3 to 5", [&] { count_graphlets(graph, {.k = 6}); });
    expect_refusal("give a k from 4 to 5", [&] { count_graphlet_orbits(graph, {.k = 3}); });
    RunOptions options;
    options.roots = {1};
    expect_refusal("RunOptions::roots", [&] { count_graphlets(graph, {}, options); });
    options = {};
    options.checkpoint.file = "x";
    expect_refusal("no checkpoint", [&] { count_graphlets(graph, {}, options); });
}

} // namespace cerrado::test
