// There is a core of as many neighbours as the degeneracy says, and of no more.
#include "naive_graph.hpp"

#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/order/order.hpp>

#include <gtest/gtest.h>

namespace cerrado {
namespace {

TEST(Core, IsThereUpToTheDegeneracy) {
    for (char const* spec : {"gen:er:n=300,m=2000,seed=1", "gen:ba:n=2000,m=6,seed=2", "gen:complete:n=30",
                             "gen:rmat:scale=11,degree=16,seed=3", "gen:star:n=4000", "gen:grid:rows=30,columns=40"}) {
        Graph const graph = generate_graph(spec);
        VertexId const most = degeneracy(graph);
        for (int members : {1, 2, 7}) {
            Team team(members);
            EXPECT_TRUE(has_core(graph, 0, team)) << spec;
            EXPECT_TRUE(has_core(graph, most / 2, team)) << spec;
            EXPECT_TRUE(has_core(graph, most, team)) << spec;
            EXPECT_FALSE(has_core(graph, most + 1, team)) << spec;
            EXPECT_FALSE(has_core(graph, graph.max_degree() + 1, team)) << spec;
        }
    }
}

TEST(Core, OfNothingIsNotThere) {
    Team team;
    EXPECT_FALSE(has_core(Graph(), 0, team));
    Graph const no_edges = graph_from_edges(3, {});
    EXPECT_TRUE(has_core(no_edges, 0, team));
    EXPECT_FALSE(has_core(no_edges, 1, team));
}

} // namespace
} // namespace cerrado
