#include "unit/graph/naive_graph.hpp"
#include "unit/hubs_of_a_hub.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/numbering.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

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

// There is a core of as many neighbours as the degeneracy says, and of no more.

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

namespace cerrado::test {

// Which order a graph's vertices are given.

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

namespace cerrado {

// Renumbering by a team: the same graph for any number of members, whole or oriented.

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
