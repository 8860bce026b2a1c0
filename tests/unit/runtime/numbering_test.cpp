// Which order a run gives its vertices, and that it is the one of prepare().
#include "runs.hpp"

#include <cerrado/runtime/numbering.hpp>

#include <algorithm>
#include <numeric>

namespace cerrado::test {
namespace {

// One vertex joined to `hubs` others, each of which has more leaves than that: by degree the first one's list has them all, by
// degeneracy none has more than one. A clique of `clique` vertices stands beside.
Graph hubs_of_a_hub(VertexId hubs, VertexId clique) {
    std::vector<Edge> edges;
    VertexId next = hubs + 1;
    for (VertexId hub = 1; hub <= hubs; ++hub) {
        edges.push_back({0, hub});
        for (VertexId leaf = 0; leaf <= hubs; ++leaf) edges.push_back({hub, next++});
    }
    for (VertexId i = 0; i < clique; ++i) {
        for (VertexId j = 0; j < i; ++j) edges.push_back({next + i, next + j});
    }
    return graph_from_edges(next + clique, edges);
}

Numbering numbered(Graph const& graph, GraphOrder wanted, bool oriented, int members = 1) {
    Team team(members);
    return number_vertices(graph, wanted, oriented, team);
}

RunOptions ordered(GraphOrder order) {
    RunOptions options = on(DeviceKind::host, 2);
    options.order = order;
    return options;
}

} // namespace

TEST(RuntimeNumbering, IsByDegreeWhereListsAreShort) {
    Graph const graph = hubs_of_a_hub(512, 5);
    Numbering const numbering = numbered(graph, GraphOrder::automatic, true);
    EXPECT_EQ(numbering.kind, GraphOrder::degree);
    EXPECT_EQ(numbering.order, degree_order(graph));
    EXPECT_EQ(numbering.graph.max_degree(), 512u);
}

TEST(RuntimeNumbering, IsByDegeneracyWhereThatShortensLongLists) {
    Graph const graph = hubs_of_a_hub(513, 5);
    for (int members : {1, 3}) {
        Numbering const numbering = numbered(graph, GraphOrder::automatic, true, members);
        EXPECT_EQ(numbering.kind, GraphOrder::degeneracy);
        EXPECT_EQ(numbering.order, degeneracy_order(graph));
        EXPECT_EQ(numbering.graph.max_degree(), 4u);
    }
    EXPECT_EQ(numbered(graph, GraphOrder::automatic, false).kind, GraphOrder::degree) << "it is not oriented";
}

TEST(RuntimeNumbering, IsByDegreeWhereDegeneracyHardlyShortensLists) {
    EXPECT_EQ(numbered(hubs_of_a_hub(600, 302), GraphOrder::automatic, true).kind, GraphOrder::degree);
    EXPECT_EQ(numbered(hubs_of_a_hub(600, 301), GraphOrder::automatic, true).kind, GraphOrder::degeneracy);
    EXPECT_EQ(numbered(generate_graph("gen:complete:n=700"), GraphOrder::automatic, true).kind, GraphOrder::degree);
}

TEST(RuntimeNumbering, IsAsAskedFor) {
    Graph const small = generate_graph("gen:ba:n=200,m=4,seed=1");
    Graph const large = hubs_of_a_hub(513, 5);
    for (Graph const& graph : {small, large}) {
        for (GraphOrder order : {GraphOrder::degree, GraphOrder::degeneracy}) {
            EXPECT_EQ(numbered(graph, order, true).kind, order);
            EXPECT_EQ(run_clique(4, graph, ordered(order)).order, order);
        }
    }
    EXPECT_EQ(run_clique(4, small, ordered(GraphOrder::automatic)).order, GraphOrder::degree);
    EXPECT_EQ(run_clique(4, large, ordered(GraphOrder::automatic)).order, GraphOrder::degeneracy);
}

TEST(RuntimeNumbering, ByDegeneracyIsForOrientedApplications) {
    Graph const graph = generate_graph("gen:complete:n=5");
    EXPECT_NE(
        message_of<InputError>([&] { run_clique_of_options(graph, ordered(GraphOrder::degeneracy)); }).find("order"),
        std::string::npos);
}

TEST(RuntimeNumbering, OfPreparedRootsIsThatOfTheRun) {
    Graph const graph = hubs_of_a_hub(520, 12);
    for (GraphOrder order : {GraphOrder::automatic, GraphOrder::degree, GraphOrder::degeneracy}) {
        RunOptions options = ordered(order);
        Graph const prepared = prepare_clique(4, graph, options);
        EXPECT_FALSE(prepared.oriented());
        GraphOrder const kind = order == GraphOrder::automatic ? GraphOrder::degeneracy : order;
        EXPECT_TRUE(std::ranges::equal(orient(prepared).neighbour_array(),
                                       numbered(graph, kind, true).graph.neighbour_array()));
        options.roots.emplace(graph.vertex_count());
        std::iota(options.roots->begin(), options.roots->end(), VertexId{0});
        RunResult const result = run_clique(4, prepared, options);
        EXPECT_EQ(result.count, 495u); // 12 choose 4
        EXPECT_EQ(result.order, GraphOrder::automatic);
    }
}

} // namespace cerrado::test
