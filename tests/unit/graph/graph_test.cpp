#include "unit/graph/naive_graph.hpp"

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/from_boost.hpp>
#include <cerrado/graph/graph.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/grid_graph.hpp>
#include <gtest/gtest.h>

namespace cerrado {

namespace {

using Offsets = std::vector<EdgeOffset>;
using Neighbours = std::vector<VertexId>;

std::string refusal(Offsets offsets, Neighbours neighbours, std::vector<OriginalId> ids = {}, bool oriented = false) {
    try {
        Graph(std::move(offsets), std::move(neighbours), std::move(ids), oriented);
    } catch (InputError const& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Graph, MeasuresATriangleWithATail) {
    Graph const graph(Offsets{0, 2, 4, 7, 8}, Neighbours{1, 2, 0, 2, 0, 1, 3, 2}, {10, 20, 30, 40});
    EXPECT_EQ(graph.vertex_count(), 4u);
    EXPECT_EQ(graph.edge_count(), 4u);
    EXPECT_EQ(graph.max_degree(), 3u);
    EXPECT_EQ(graph.degree(3), 1u);
    EXPECT_EQ(graph.original_id(2), 30u);
    EXPECT_EQ(graph.bytes(), 5 * sizeof(EdgeOffset) + 8 * sizeof(VertexId));
    EXPECT_TRUE(graph.ref().adjacent(2, 3));
    EXPECT_FALSE(graph.ref().adjacent(0, 3));
}

TEST(Graph, DefaultIsEmpty) {
    Graph const graph;
    EXPECT_EQ(graph.vertex_count(), 0u);
    EXPECT_EQ(graph.edge_count(), 0u);
    EXPECT_EQ(graph.max_degree(), 0u);
}

TEST(Graph, CopiesShareTheArraysAndOutliveTheOriginal) {
    Graph copy;
    {
        Graph const graph(Offsets{0, 1, 2}, Neighbours{1, 0});
        copy = graph;
        EXPECT_EQ(copy.offsets().data(), graph.offsets().data());
    }
    EXPECT_EQ(copy.neighbours(0)[0], 1u);
}

TEST(Graph, OrientedCountsEachEntryAsAnEdge) {
    Graph const graph(Offsets{0, 2, 3, 3}, Neighbours{1, 2, 2}, {}, true);
    EXPECT_TRUE(graph.oriented());
    EXPECT_EQ(graph.edge_count(), 3u);
    EXPECT_EQ(graph.max_degree(), 2u);
}

TEST(Graph, RefusesArraysThatAreNoSimpleGraph) {
    EXPECT_NE(refusal({}, {}).find("vertex_count + 1"), std::string::npos);
    EXPECT_NE(refusal({1, 1}, {0}).find("the first of them 0"), std::string::npos);
    EXPECT_NE(refusal({0, 2, 1, 2}, {1, 0}).find("must not decrease"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2}, {1, 0, 0}).find("must be the number of neighbours (3)"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2}, {1, 0}, {7}).find("1 original id for 2 vertices"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2}, {2, 0}).find("not below the vertex count 2"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2}, {0, 1}).find("self-loops"), std::string::npos);
    EXPECT_NE(refusal({0, 2, 3, 4}, {2, 1, 0, 0}).find("strictly ascending"), std::string::npos);
    EXPECT_NE(refusal({0, 2, 4}, {1, 1, 0, 0}).find("strictly ascending"), std::string::npos);
}

TEST(Graph, RefusesAnEdgeStoredInOneDirection) {
    EXPECT_NE(refusal({0, 1, 1}, {1}).find("only one of the two lists"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2, 2}, {1, 2}).find("only one of the two lists"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2, 3, 4}, {1, 2, 3, 0}).find("only one of the two lists"), std::string::npos);
}

TEST(Graph, RefusesAnOrientedListWithALowerVertex) {
    EXPECT_NE(refusal({0, 1, 2}, {1, 0}, {}, true).find("only higher vertices"), std::string::npos);
}

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
    std::string const remedy = "; give each vertex its own id, or make one vertex of the two";
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

template <class BoostGraph> BoostGraph with_edges(std::vector<std::pair<int, int>> const& edges, std::size_t n) {
    BoostGraph graph;
    std::vector<typename boost::graph_traits<BoostGraph>::vertex_descriptor> vertices;
    for (std::size_t i = 0; i < n; ++i) vertices.push_back(add_vertex(graph));
    for (auto const& [a, b] : edges) {
        add_edge(vertices[static_cast<std::size_t>(a)], vertices[static_cast<std::size_t>(b)], graph);
    }
    return graph;
}

template <class Graph> class FromBoost : public testing::Test {};
using Kinds = testing::Types<boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>,
                             boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>,
                             boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>,
                             boost::adjacency_list<boost::listS, boost::listS, boost::undirectedS>,
                             boost::adjacency_list<boost::listS, boost::listS, boost::directedS>>;
TYPED_TEST_SUITE(FromBoost, Kinds);

TYPED_TEST(FromBoost, TakesEveryEdgeOnceAndKeepsIsolatedVertices) {
    Graph const graph = from_boost(with_edges<TypeParam>({{0, 1}, {2, 1}, {1, 2}, {3, 3}, {0, 4}}, 6));
    EXPECT_EQ(graph.vertex_count(), 6u);
    EXPECT_EQ(naive::edges_of(graph), (naive::EdgeSet{{0, 1}, {1, 2}, {0, 4}}));
    EXPECT_EQ(graph.cleaning.self_loops, 1u);
    EXPECT_EQ(graph.cleaning.duplicates, 1u);
    EXPECT_TRUE(naive::simple_and_sorted(graph));
}

TYPED_TEST(FromBoost, TakesAGraphWithoutVertices) { EXPECT_EQ(from_boost(TypeParam()).vertex_count(), 0u); }

TEST(FromBoostIds, AreTheUsersOwnWhereGiven) {
    using ListGraph = boost::adjacency_list<boost::listS, boost::listS, boost::undirectedS,
                                            boost::property<boost::vertex_index_t, std::size_t>>;
    auto graph = with_edges<ListGraph>({{0, 1}, {1, 2}}, 3);
    std::size_t id = 100;
    for (auto [v, last] = vertices(graph); v != last; ++v) put(boost::vertex_index, graph, *v, id += 10);
    auto const index = get(boost::vertex_index, graph);
    Graph const result = from_boost(graph, [&](auto const& v) { return get(index, v); });
    EXPECT_EQ(naive::edges_of(result), (naive::EdgeSet{{110, 120}, {120, 130}}));
}

TEST(FromBoostIds, OfAFilteredGraphAreTheDescriptorsThatRemain) {
    using VectorGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
    auto const graph = with_edges<VectorGraph>({{0, 1}, {1, 2}, {2, 3}, {3, 0}}, 4);
    auto const filtered = boost::make_filtered_graph(
        graph, boost::keep_all(), std::function<bool(std::size_t)>([](std::size_t v) { return v != 1; }));
    Graph const result = from_boost(filtered);
    EXPECT_EQ(result.vertex_count(), 3u);
    EXPECT_EQ(naive::edges_of(result), (naive::EdgeSet{{2, 3}, {0, 3}}));
}

TEST(FromBoostKinds, CompressedSparseRowAndGrid) {
    std::vector<std::pair<int, int>> const edges{{0, 1}, {1, 2}, {2, 0}};
    boost::compressed_sparse_row_graph<> const row(boost::edges_are_unsorted, edges.begin(), edges.end(), 3);
    EXPECT_EQ(from_boost(row).edge_count(), 3u);
    boost::grid_graph<2> const grid(boost::array<std::size_t, 2>{{3, 4}});
    EXPECT_EQ(from_boost(grid).edge_count(), 17u);
}

} // namespace

} // namespace cerrado
