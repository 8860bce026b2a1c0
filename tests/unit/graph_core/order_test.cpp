#include "naive_graph.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/order/order.hpp>

#include <gtest/gtest.h>

#include <numeric>

namespace cerrado {
namespace {

TEST(DegreeOrder, AscendsByDegreeThenOldId) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Graph const graph = naive::random_graph(static_cast<VertexId>(seed * 5), seed * 15, seed);
        VertexOrder expected(graph.vertex_count());
        std::iota(expected.begin(), expected.end(), VertexId{0});
        std::stable_sort(expected.begin(), expected.end(),
                         [&](VertexId a, VertexId b) { return graph.degree(a) < graph.degree(b); });
        EXPECT_EQ(degree_order(graph), expected);
    }
    EXPECT_TRUE(degree_order(Graph()).empty());
}

TEST(Reorder, KeepsTheEdgesAndTheOriginalIds) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto const n = static_cast<VertexId>(1 + seed * 3);
        std::vector<OriginalId> ids(n);
        for (VertexId v = 0; v < n; ++v) ids[v] = 1000 + 7ull * v;
        Graph graph = graph_from_edges(n, naive::random_edges(n, 5 * n, seed), ids);
        graph.source = "somewhere";
        VertexOrder const order = naive::shuffled(n, seed);
        Graph const renamed = reorder(graph, order);
        EXPECT_TRUE(naive::simple_and_sorted(renamed));
        EXPECT_EQ(naive::edges_of(renamed), naive::edges_of(graph));
        for (VertexId i = 0; i < n; ++i) {
            EXPECT_EQ(renamed.original_id(i), graph.original_id(order[i]));
            EXPECT_EQ(renamed.degree(i), graph.degree(order[i]));
        }
        EXPECT_EQ(renamed.source, "somewhere");
        EXPECT_EQ(renamed.cleaning.duplicates, graph.cleaning.duplicates);
        EXPECT_EQ(renamed.max_degree(), graph.max_degree());
    }
}

TEST(Reorder, ComposesOriginalIds) {
    Graph const graph = naive::random_graph(30, 100, 3);
    Graph const twice = reorder(reorder(graph, naive::shuffled(30, 1)), naive::shuffled(30, 2));
    EXPECT_EQ(naive::edges_of(twice), naive::edges_of(graph));
}

TEST(Reorder, RefusesWhatIsNoPermutation) {
    Graph const graph = naive::random_graph(3, 5, 1);
    EXPECT_THROW(reorder(graph, {0, 1}), InputError);
    EXPECT_THROW(reorder(graph, {0, 1, 1}), InputError);
    EXPECT_THROW(reorder(graph, {0, 1, 3}), InputError);
}

TEST(Orient, KeepsEachEdgeOnceFromItsLowerEnd) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto const n = static_cast<VertexId>(1 + seed * 3);
        Graph const graph = reorder(naive::random_graph(n, 4 * n, seed), naive::shuffled(n, seed));
        Graph const oriented = orient(graph);
        EXPECT_TRUE(oriented.oriented());
        EXPECT_EQ(oriented.edge_count(), graph.edge_count());
        EXPECT_EQ(oriented.neighbour_array().size(), graph.edge_count());
        EXPECT_EQ(naive::edges_of(oriented), naive::edges_of(graph));
        for (VertexId v = 0; v < n; ++v) {
            EXPECT_EQ(oriented.original_id(v), graph.original_id(v));
            for (VertexId const u : oriented.neighbours(v)) EXPECT_GT(u, v);
            EXPECT_TRUE(std::is_sorted(oriented.neighbours(v).begin(), oriented.neighbours(v).end()));
        }
    }
}

TEST(Orient, IsTheSameAgainAndRefusesOrdersAfterwards) {
    Graph const oriented = orient(naive::random_graph(10, 20, 1));
    EXPECT_EQ(naive::edges_of(orient(oriented)), naive::edges_of(oriented));
    EXPECT_THROW(degree_order(oriented), InputError);
    EXPECT_THROW(degeneracy_order(oriented), InputError);
    EXPECT_THROW(degeneracy(oriented), InputError);
    EXPECT_THROW(reorder(oriented, naive::shuffled(10, 1)), InputError);
}

} // namespace
} // namespace cerrado
