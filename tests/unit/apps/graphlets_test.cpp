#include "graphlets/verifier.hpp"
#include "unit/apps/support.hpp"

#include <cerrado/apps/graphlets.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>

#include <atomic>
#include <map>
#include <string>
#include <vector>

namespace cerrado::test {

// Counts of graphlets by cutting, on every device, against the serial verifier, closed forms and each other.

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

// A hub in 200 cliques of four, of which each two share the hub alone. Its list is far longer than those of the others.
TEST_P(Graphlets, OfAWindmill) {
    constexpr VertexId cliques = 200;
    std::vector<Edge> edges;
    for (VertexId v = 1; v <= 3 * cliques; v += 3) {
        for (VertexId u = v; u < v + 3; ++u) edges.push_back({0, u});
        for (Edge const edge : {Edge{v, v + 1}, Edge{v, v + 2}, Edge{v + 1, v + 2}}) edges.push_back(edge);
    }
    GraphletCounts const windmill = count_graphlets(graph_from_edges(1 + 3 * cliques, edges), {}, options());
    EXPECT_EQ(induced(windmill, "K4"), std::to_string(cliques));
    EXPECT_EQ(induced(windmill, "K4tail"), std::to_string(cliques * 3 * (cliques - 1)));
    EXPECT_EQ(induced(windmill, "butterfly"), std::to_string(binomial(cliques, 2) * 9));
    EXPECT_EQ(induced(windmill, "diamond"), "0");
    EXPECT_EQ(induced(windmill, "W4"), "0");
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
    EXPECT_GT(counts.roots.given, 0u);
    EXPECT_LE(counts.roots.done, counts.roots.given);
}

TEST(GraphletsRefuse, WhatTheyDoNotCount) {
    Graph const graph = generate_graph("gen:complete:n=5");
    expect_refusal("give a k from 3 to 5", [&] { count_graphlets(graph, {.k = 2}); });
    expect_refusal("give a k from 3 to 5", [&] { count_graphlets(graph, {.k = 6}); });
    expect_refusal("give a k from 4 to 5", [&] { count_graphlet_orbits(graph, {.k = 3}); });
    expect_refusal("there is no column 73: they are 0 to 72", [&] {
        count_graphlet_orbits(graph, {.columns = {3, 73}});
    });
    RunOptions options;
    options.roots = {1};
    expect_refusal("RunOptions::roots", [&] { count_graphlets(graph, {}, options); });
    options = {};
    options.checkpoint.file = "x";
    expect_refusal("no checkpoint", [&] { count_graphlets(graph, {}, options); });
}

// Roles of vertices and edges, on every device, against the serial verifier and each other.

namespace {

std::string spec_of(int n, int percent) {
    return "gen:er:n=" + std::to_string(n) + ",m=" + std::to_string(n * (n - 1) / 2 * percent / 100) +
           ",seed=" + std::to_string(percent);
}

std::vector<std::string> texts(std::span<WideCount const> row) {
    std::vector<std::string> texts;
    for (WideCount const count : row) texts.push_back(to_string(count));
    return texts;
}

void expect_vertices(Graph const& graph, int k, RunOptions const& options) {
    GraphletOrbits const orbits = count_graphlet_orbits(graph, {.k = k}, options);
    ASSERT_EQ(orbits.rows(), graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        ASSERT_EQ(texts(orbits.row(v)), texts(cuts::count_orbits_of_vertex_serially(graph, v, k))) << "vertex " << v;
    }
}

void expect_edges(Graph const& graph, int k, RunOptions const& options) {
    GraphletOrbits const orbits = count_graphlet_orbits(graph, {.k = k, .per_edge = true}, options);
    ASSERT_EQ(orbits.edges.size(), graph.edge_count());
    for (std::size_t i = 0; i < orbits.edges.size(); ++i) {
        auto const [u, v] = orbits.edges[i];
        ASSERT_EQ(texts(orbits.row(i)), texts(cuts::count_orbits_of_edge_serially(graph, u, v, k)))
            << "edge " << u << " " << v;
    }
}

// Every orbit has as many members as its graphlet has in each subgraph.
void expect_sums(GraphletOrbits const& orbits, GraphletCounts const& counts, bool per_edge) {
    std::vector<WideCount> sums(orbits.columns);
    for (std::size_t i = 0; i < orbits.rows(); ++i) {
        for (std::size_t c = 0; c < orbits.columns; ++c) sums[c] += orbits.row(i)[c];
    }
    for (std::size_t c = per_edge ? 0 : 1; c < orbits.columns; ++c) {
        GraphletOrbit const& orbit = graphlet_orbits(per_edge)[c];
        GraphletCount const& row = counts.patterns[static_cast<std::size_t>(orbit.graphlet) - 1];
        EXPECT_EQ(to_string(sums[c]), to_string(row.induced * static_cast<WideCount>(orbit.size))) << "column " << c;
    }
}

} // namespace

TEST(OrbitsInLockstep, AreThoseOfTheVerifier) {
    for (int percent : {30, 80}) {
        Graph const graph = generate_graph(spec_of(9, percent));
        expect_vertices(graph, 5, on(DeviceKind::lockstep));
        expect_edges(graph, 5, on(DeviceKind::lockstep));
    }
}

class Orbits : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(Orbits);

TEST_P(Orbits, AreThoseOfTheVerifier) {
    for (int n : {4, 5, 7, 11, 16}) {
        for (int percent : {0, 10, 30, 60, 90, 100}) {
            Graph const graph = generate_graph(spec_of(n, percent));
            expect_vertices(graph, 5, options());
            expect_edges(graph, 5, options());
        }
    }
    expect_vertices(generate_graph(spec_of(14, 40)), 4, options());
    expect_edges(generate_graph(spec_of(14, 40)), 4, options());
}

// Hubs are several jobs, and their wedges are taken range by range.
TEST_P(Orbits, AddUpToTheCounts) {
    for (char const* spec : {"gen:rmat:scale=11,degree=8,seed=3", "gen:ba:n=2000,m=6,seed=2", "gen:complete:n=70"}) {
        Graph const graph = generate_graph(spec);
        GraphletCounts const counts = count_graphlets(graph, {}, options());
        expect_sums(count_graphlet_orbits(graph, {}, options()), counts, false);
        expect_sums(count_graphlet_orbits(graph, {.per_edge = true}, options()), counts, true);
    }
}

TEST_P(Orbits, AreTheColumnsThatAreAskedFor) {
    Graph const graph = generate_graph("gen:ba:n=60,m=4,seed=2");
    for (bool const per_edge : {false, true}) {
        GraphletOrbits const all = count_graphlet_orbits(graph, {.per_edge = per_edge}, options());
        GraphletOrbits const some =
            count_graphlet_orbits(graph, {.per_edge = per_edge, .columns = {60, 3, 17}}, options());
        ASSERT_EQ(some.columns, 3u);
        ASSERT_EQ(some.rows(), all.rows());
        for (std::size_t i = 0; i < all.rows(); ++i)
            EXPECT_EQ((std::vector{all.row(i)[60], all.row(i)[3], all.row(i)[17]}),
                      std::vector(some.row(i).begin(), some.row(i).end()));
    }
}

// Rows are in the order of the given graph, whatever its original ids are.
TEST_P(Orbits, AreInTheOrderOfTheGraph) {
    std::vector<Edge> const edges = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {1, 3}};
    Graph const graph = graph_from_edges(5, edges, {900, 5, 70, 1, 30});
    expect_vertices(graph, 5, options());
    expect_edges(graph, 5, options());
}

} // namespace cerrado::test
