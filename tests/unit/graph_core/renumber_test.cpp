// Renumbering by a team: the same graph for any number of members, whole or oriented.
#include "naive_graph.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/order/order.hpp>

#include <gtest/gtest.h>

namespace cerrado {
namespace {

// Lists shorter and longer than those that are sorted by rank, and graphs with fewer vertices than a team has members.
constexpr char const* specs[] = {
    "gen:er:n=1,m=0",         "gen:er:n=40,m=0",   "gen:complete:n=3", "gen:star:n=400",
    "gen:complete:n=300",     "gen:ba:n=2000,m=4", "gen:path:n=1000",  "gen:rmat:scale=11,degree=12",
    "gen:bipartite:a=200,b=3"};

Graph with_ids(char const* spec) {
    Graph const graph = generate_graph(spec);
    std::vector<OriginalId> ids(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) ids[v] = 5000 + 3ull * v;
    auto const offsets = graph.offsets();
    auto const neighbours = graph.neighbour_array();
    return Graph({offsets.begin(), offsets.end()}, {neighbours.begin(), neighbours.end()}, ids);
}

void expect_same(Graph const& a, Graph const& b) {
    EXPECT_EQ(a.oriented(), b.oriented());
    EXPECT_EQ(a.max_degree(), b.max_degree());
    EXPECT_TRUE(std::ranges::equal(a.offsets(), b.offsets()));
    EXPECT_TRUE(std::ranges::equal(a.neighbour_array(), b.neighbour_array()));
    EXPECT_TRUE(std::ranges::equal(a.original_ids(), b.original_ids()));
}

} // namespace

TEST(HostRenumber, IsTheSameForAnyTeam) {
    for (char const* spec : specs) {
        SCOPED_TRACE(spec);
        Graph const graph = with_ids(spec);
        VertexOrder const order = naive::shuffled(graph.vertex_count(), 7);
        Graph const whole = reorder(graph, order);
        Graph const oriented = orient(graph, order);
        for (int members : {1, 2, 3, 8}) {
            Team team(members);
            expect_same(reorder(graph, order, team), whole);
            expect_same(orient(graph, order, team), oriented);
            EXPECT_EQ(degree_order(graph, team), degree_order(graph));
        }
    }
}

TEST(HostRenumber, OrientsAsReorderAndThenOrientDo) {
    for (char const* spec : specs) {
        SCOPED_TRACE(spec);
        Graph const graph = with_ids(spec);
        for (VertexOrder const& order :
             {naive::shuffled(graph.vertex_count(), 3), degree_order(graph), degeneracy_order(graph)}) {
            expect_same(orient(graph, order), orient(reorder(graph, order)));
        }
    }
}

TEST(HostRenumber, OfTheEmptyGraph) {
    Team team(3);
    EXPECT_EQ(orient(Graph(), {}, team).vertex_count(), 0u);
    EXPECT_EQ(reorder(Graph(), {}, team).vertex_count(), 0u);
    EXPECT_TRUE(degree_order(Graph(), team).empty());
}

TEST(HostRenumber, RefusesWhatIsNoPermutationWhoeverMeetsIt) {
    Team team(4);
    Graph const graph = generate_graph("gen:cycle:n=100");
    VertexOrder const good = naive::shuffled(100, 1);
    for (VertexId place : {0u, 30u, 99u}) {
        VertexOrder twice = good;
        twice[place] = good[(place + 50) % 100];
        EXPECT_THROW(orient(graph, twice, team), InputError);
        VertexOrder beyond = good;
        beyond[place] = 100;
        EXPECT_THROW(orient(graph, beyond, team), InputError);
    }
    EXPECT_THROW(orient(graph, VertexOrder(99), team), InputError);
    EXPECT_THROW(orient(orient(graph), good, team), InputError);
}

} // namespace cerrado
