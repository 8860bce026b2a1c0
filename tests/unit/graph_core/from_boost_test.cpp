#include "naive_graph.hpp"

#include <cerrado/graph/from_boost.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/grid_graph.hpp>
#include <gtest/gtest.h>

namespace cerrado {
namespace {

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
