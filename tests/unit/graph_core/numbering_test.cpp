// Which order a graph's vertices are given.
#include "unit/hubs_of_a_hub.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/order/numbering.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace cerrado::test {
namespace {

Numbering numbered(Graph const& graph, GraphOrder wanted, bool oriented, int members = 1) {
    Team team(members);
    return number_vertices(graph, wanted, oriented, team);
}

} // namespace

TEST(NumberingOnTheHost, IsByDegreeWhereListsAreShort) {
    Graph const graph = hubs_of_a_hub(512, 5);
    Numbering const numbering = numbered(graph, GraphOrder::automatic, true);
    EXPECT_EQ(numbering.kind, GraphOrder::degree);
    EXPECT_EQ(numbering.order, degree_order(graph));
    EXPECT_EQ(numbering.graph.max_degree(), 512u);
}

TEST(NumberingOnTheHost, IsByDegeneracyWhereThatShortensLongLists) {
    Graph const graph = hubs_of_a_hub(513, 5);
    for (int members : {1, 3}) {
        Numbering const numbering = numbered(graph, GraphOrder::automatic, true, members);
        EXPECT_EQ(numbering.kind, GraphOrder::degeneracy);
        EXPECT_EQ(numbering.order, degeneracy_order(graph));
        EXPECT_EQ(numbering.graph.max_degree(), 4u);
    }
    EXPECT_EQ(numbered(graph, GraphOrder::automatic, false).kind, GraphOrder::degree) << "it is not oriented";
}

TEST(NumberingOnTheHost, IsByDegreeWhereDegeneracyHardlyShortensLists) {
    EXPECT_EQ(numbered(hubs_of_a_hub(600, 302), GraphOrder::automatic, true).kind, GraphOrder::degree);
    EXPECT_EQ(numbered(hubs_of_a_hub(600, 301), GraphOrder::automatic, true).kind, GraphOrder::degeneracy);
    EXPECT_EQ(numbered(generate_graph("gen:complete:n=700"), GraphOrder::automatic, true).kind, GraphOrder::degree);
}

TEST(NumberingOnTheHost, IsAsAskedFor) {
    for (Graph const& graph : {generate_graph("gen:ba:n=200,m=4,seed=1"), hubs_of_a_hub(513, 5)}) {
        for (GraphOrder order : {GraphOrder::degree, GraphOrder::degeneracy}) {
            EXPECT_EQ(numbered(graph, order, true).kind, order);
        }
    }
}

TEST(NumberingOnTheHost, AsGivenKeepsTheNumbers) {
    Graph const graph = generate_graph("gen:ba:n=50,m=4,seed=1");
    Numbering const numbering = numbered(graph, GraphOrder::given, false);
    EXPECT_EQ(numbering.kind, GraphOrder::given);
    EXPECT_TRUE(std::ranges::equal(numbering.graph.neighbour_array(), graph.neighbour_array()));
}

TEST(NumberingOnTheHost, OfRootsIsThatOfTheOrder) {
    EXPECT_EQ(numbers_in({3, 0, 2, 1}, std::vector<VertexId>{2, 3, 1}), (std::vector<VertexId>{2, 0, 3}));
    EXPECT_THROW(numbers_in({1, 0}, std::vector<VertexId>{0, 2}), InputError);
}

TEST(NumberingOnTheHost, ByDegeneracyIsForOrientedGraphs) {
    EXPECT_THROW(numbered(generate_graph("gen:complete:n=5"), GraphOrder::degeneracy, false), InputError);
}

} // namespace cerrado::test
