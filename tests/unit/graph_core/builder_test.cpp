#include "naive_graph.hpp"

#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

namespace cerrado {
namespace {

TEST(GraphFromEdges, DropsAndReportsLoopsAndDuplicates) {
    std::vector<Edge> const edges{{0, 1}, {1, 0}, {2, 2}, {1, 2}, {0, 1}, {3, 3}};
    Graph const graph = graph_from_edges(5, edges);
    EXPECT_EQ(graph.vertex_count(), 5u);
    EXPECT_EQ(graph.edge_count(), 2u);
    EXPECT_EQ(graph.cleaning.self_loops, 2u);
    EXPECT_EQ(graph.cleaning.duplicates, 2u);
    EXPECT_EQ(naive::edges_of(graph), (naive::EdgeSet{{0, 1}, {1, 2}}));
}

TEST(GraphFromEdges, IsTheSetOfTheEdgesGiven) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        auto const n = static_cast<VertexId>(1 + seed % 40);
        std::vector<Edge> const edges = naive::random_edges(n, seed * 7, seed);
        naive::EdgeSet expected;
        std::uint64_t loops = 0;
        for (Edge const& edge : edges) {
            if (edge.source == edge.target) {
                ++loops;
            } else {
                expected.insert(std::minmax<OriginalId>({edge.source, edge.target}));
            }
        }
        Graph const graph = graph_from_edges(n, edges);
        EXPECT_TRUE(naive::simple_and_sorted(graph));
        EXPECT_EQ(naive::edges_of(graph), expected);
        EXPECT_EQ(graph.edge_count(), expected.size());
        EXPECT_EQ(graph.cleaning.self_loops, loops);
        EXPECT_EQ(graph.cleaning.duplicates, edges.size() - loops - expected.size());
    }
}

TEST(GraphFromEdges, PassesTheCheckingConstructor) {
    Graph const graph = naive::random_graph(200, 3000, 5);
    EXPECT_NO_THROW(Graph(std::vector<EdgeOffset>(graph.offsets().begin(), graph.offsets().end()),
                          std::vector<VertexId>(graph.neighbour_array().begin(), graph.neighbour_array().end())));
}

TEST(GraphFromEdges, TakesNoVerticesAndNoEdges) {
    EXPECT_EQ(graph_from_edges(0, {}).vertex_count(), 0u);
    Graph const isolated = graph_from_edges(3, {});
    EXPECT_EQ(isolated.vertex_count(), 3u);
    EXPECT_EQ(isolated.edge_count(), 0u);
    EXPECT_TRUE(isolated.neighbours(2).empty());
}

TEST(GraphFromEdges, KeepsOriginalIds) {
    Graph const graph = graph_from_edges(2, std::vector<Edge>{{0, 1}}, {1ull << 40, 7});
    EXPECT_EQ(graph.original_id(0), 1ull << 40);
    EXPECT_EQ(graph.original_id(1), 7u);
}

TEST(GraphFromEdges, RefusesEndsAndIdsThatDoNotFit) {
    try {
        graph_from_edges(3, std::vector<Edge>{{0, 1}, {1, 3}});
        FAIL() << "an end beyond the vertices was accepted";
    } catch (InputError const& error) {
        EXPECT_STREQ(error.what(), "edge 2 of 2 (1 3): ends must be below the vertex count 3");
    }
    EXPECT_THROW(graph_from_edges(3, std::vector<Edge>{{0, 1}}, {1, 2}), InputError);
}

} // namespace
} // namespace cerrado
