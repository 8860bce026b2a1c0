#include "naive_graph.hpp"

#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/order/order.hpp>

#include <gtest/gtest.h>

namespace cerrado {
namespace {

struct Peeled {
    VertexOrder order;
    VertexId degeneracy = 0;
};

// Takes the first in a queue, again and again. Vertices whose remaining degree has come down to the core number join
// the queue. When it is empty the core number rises until it is the remaining degree of some, who join by ascending
// id.
Peeled peel(Graph const& graph) {
    Peeled result;
    std::vector<bool> gone(graph.vertex_count(), false);
    auto const remaining = [&](VertexId v) {
        return static_cast<VertexId>(std::ranges::count_if(graph.neighbours(v), [&](VertexId u) { return !gone[u]; }));
    };
    VertexOrder& queue = result.order;
    auto const join = [&](VertexId v) {
        if (std::ranges::find(queue, v) == queue.end() && remaining(v) <= result.degeneracy) queue.push_back(v);
    };
    for (std::size_t taken = 0; taken < graph.vertex_count(); ++result.degeneracy) {
        for (VertexId v = 0; v < graph.vertex_count(); ++v) join(v);
        for (; taken < queue.size(); ++taken) {
            VertexId const v = queue[taken];
            gone[v] = true;
            for (VertexId const u : graph.neighbours(v)) join(u);
        }
        if (taken == graph.vertex_count()) break;
    }
    return result;
}

TEST(Degeneracy, OrderIsThatOfNaivePeeling) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        auto const n = static_cast<VertexId>(seed * 3 % 150);
        Graph const graph = naive::random_graph(n, seed * 11 % 700, seed);
        Peeled const expected = peel(graph);
        EXPECT_EQ(degeneracy_order(graph), expected.order) << "seed " << seed;
        EXPECT_EQ(degeneracy(graph), expected.degeneracy) << "seed " << seed;
    }
}

TEST(Degeneracy, BoundsTheListsOfTheOrientedGraph) {
    for (char const* spec : {"gen:ba:n=2000,m=4", "gen:powerlaw:n=5000,degree=8", "gen:rmat:scale=11,degree=12",
                             "gen:er:n=5000,m=30000"}) {
        Graph const graph = generate_graph(spec);
        Graph const oriented = orient(reorder(graph, degeneracy_order(graph)));
        EXPECT_EQ(oriented.max_degree(), degeneracy(graph)) << spec;
        EXPECT_EQ(oriented.edge_count(), graph.edge_count()) << spec;
    }
}

TEST(Degeneracy, OfKnownGraphs) {
    EXPECT_EQ(degeneracy(Graph()), 0u);
    EXPECT_EQ(degeneracy(generate_graph("gen:er:n=9,m=0")), 0u);
    EXPECT_EQ(degeneracy(generate_graph("gen:star:n=100")), 1u);
    EXPECT_EQ(degeneracy(generate_graph("gen:cycle:n=100")), 2u);
    EXPECT_EQ(degeneracy(generate_graph("gen:grid:rows=20,columns=30")), 2u);
    EXPECT_EQ(degeneracy(generate_graph("gen:complete:n=40")), 39u);
    EXPECT_EQ(degeneracy(generate_graph("gen:bipartite:a=3,b=50")), 3u);
    EXPECT_EQ(degeneracy(generate_graph("gen:regular:n=300,d=7")), 7u);
}

TEST(Degeneracy, TakesEveryVertexOfALargeGraphOnce) {
    Graph const graph = generate_graph("gen:er:n=300000,m=400000");
    VertexOrder order = degeneracy_order(graph);
    std::sort(order.begin(), order.end());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) ASSERT_EQ(order[v], v);
}

} // namespace
} // namespace cerrado
