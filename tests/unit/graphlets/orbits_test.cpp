// Roles of vertices and edges, on every device, against the serial verifier and each other.
#include "graphlets/verifier.hpp"
#include "unit/apps/support.hpp"

#include <cerrado/apps/graphlets.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/graph/graph.hpp>

#include <string>
#include <vector>

namespace cerrado::test {
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

// Rows are in the order of the given graph, whatever its original ids are.
TEST_P(Orbits, AreInTheOrderOfTheGraph) {
    std::vector<Edge> const edges = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {1, 3}};
    Graph const graph = graph_from_edges(5, edges, {900, 5, 70, 1, 30});
    expect_vertices(graph, 5, options());
    expect_edges(graph, 5, options());
}

} // namespace cerrado::test
