#include "naive_graph.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/core/team.hpp>

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

// As many arcs as several buckets hold; the last graphs have a hub, and hardly any edge for their vertices.
TEST(GraphFromEdges, IsTheSameWithAnyNumberOfThreads) {
    std::vector<Edge> star;
    for (VertexId v = 1; v < 300000; ++v) star.push_back({v % 2 == 0 ? 0 : v, v % 2 == 0 ? v : 0});
    struct Sample {
        VertexId vertices;
        std::vector<Edge> edges;
    };
    for (auto const& [n, edges] :
         {Sample{500, naive::random_edges(500, 200000, 1)}, Sample{100000, naive::random_edges(100000, 400000, 2)},
          Sample{100001, naive::random_edges(65537, 400000, 3)}, Sample{300000, star},
          Sample{4000000, naive::random_edges(4000000, 1000, 4)}}) {
        std::vector<std::pair<VertexId, VertexId>> expected;
        std::uint64_t loops = 0;
        for (auto const& [source, target] : edges) {
            loops += source == target;
            if (source == target) continue;
            expected.emplace_back(source, target);
            expected.emplace_back(target, source);
        }
        std::ranges::sort(expected);
        expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
        for (int const threads : {1, 2, 3, 7}) {
            Team team(threads);
            Graph const graph = graph_from_edges(n, edges, {}, team);
            ASSERT_EQ(graph.vertex_count(), n);
            EXPECT_EQ(graph.cleaning.self_loops, loops);
            EXPECT_EQ(graph.cleaning.duplicates, edges.size() - loops - expected.size() / 2);
            std::vector<std::pair<VertexId, VertexId>> made;
            for (VertexId v = 0; v < n; ++v) {
                for (VertexId const u : graph.neighbours(v)) made.emplace_back(v, u);
            }
            ASSERT_TRUE(made == expected) << n << " vertices, " << threads << " threads";
        }
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

TEST(GraphFromEdges, RefusesTwoVerticesOfOneId) {
    std::string const remedy = "; give each vertex an id of its own, or make one vertex of the two";
    for (auto const& [ids, what] : std::vector<std::pair<std::vector<OriginalId>, std::string>>{
             {{5, 7, 7, 9}, "vertices 1 and 2 have the same original id 7"},
             {{9, 1, 4, 9}, "vertices 0 and 3 have the same original id 9"},
             {{3, 3, 3, 0}, "vertices 0 and 1 have the same original id 3"}}) {
        try {
            graph_from_edges(4, std::vector<Edge>{{0, 1}, {2, 3}}, ids);
            FAIL() << what << ": accepted";
        } catch (InputError const& error) {
            EXPECT_EQ(error.what(), what + remedy);
        }
        EXPECT_THROW(Graph(std::vector<EdgeOffset>{0, 0, 0, 0, 0}, {}, ids), InputError) << what;
    }
}

TEST(GraphFromEdges, TakesDistinctIdsInAnyOrder) {
    Graph const graph = graph_from_edges(4, std::vector<Edge>{{0, 1}, {2, 3}}, {9, 1, 4, 0});
    EXPECT_EQ(graph.original_id(3), 0u);
}

} // namespace
} // namespace cerrado
