// The order that a run gives its vertices, and that it is the one of prepare().
#include "runs.hpp"

#include "clique/verifier.hpp"
#include "unit/hubs_of_a_hub.hpp"

#include <cerrado/graph/order/numbering.hpp>

#include <algorithm>

namespace cerrado::test {
namespace {

RunOptions ordered(GraphOrder order) {
    RunOptions options = on(DeviceKind::host, 2);
    options.order = order;
    return options;
}

} // namespace

TEST(RuntimeOrder, IsAsAskedFor) {
    Graph const small = generate_graph("gen:ba:n=200,m=4,seed=1");
    Graph const large = hubs_of_a_hub(513, 5);
    for (Graph const& graph : {small, large}) {
        for (GraphOrder order : {GraphOrder::degree, GraphOrder::degeneracy}) {
            EXPECT_EQ(run_clique(4, graph, ordered(order)).chosen.order, order);
        }
    }
    EXPECT_EQ(run_clique(4, small, ordered(GraphOrder::automatic)).chosen.order, GraphOrder::degree);
    EXPECT_EQ(run_clique(4, large, ordered(GraphOrder::automatic)).chosen.order, GraphOrder::degeneracy);
}

TEST(RuntimeOrder, ByDegeneracyIsForOrientedApplications) {
    Graph const graph = generate_graph("gen:complete:n=5");
    RunOptions options = ordered(GraphOrder::degeneracy);
    options.k = 4;
    std::string const message = message_of<InputError>([&] { run_clique_of_options(graph, options); });
    EXPECT_NE(message.find("order"), std::string::npos) << message;
}

TEST(RuntimeOrder, OfPreparedRootsIsThatOfTheRun) {
    Graph const graph = hubs_of_a_hub(520, 12);
    for (GraphOrder order : {GraphOrder::automatic, GraphOrder::degree, GraphOrder::degeneracy}) {
        RunOptions options = ordered(order);
        Graph const prepared = prepare_clique(4, graph, options);
        EXPECT_FALSE(prepared.oriented());
        Team team(1);
        GraphOrder const kind = order == GraphOrder::automatic ? GraphOrder::degeneracy : order;
        EXPECT_TRUE(std::ranges::equal(orient(prepared).neighbour_array(),
                                       number_vertices(graph, kind, true, team).graph.neighbour_array()));
        RunResult const result = run_clique(4, prepared, ordered(GraphOrder::given));
        EXPECT_EQ(result.count, 495u); // 12 choose 4
        EXPECT_EQ(result.chosen.order, GraphOrder::given);
    }
}

// Vertex v of the graph has some number in the run. Its jobs are the same, whoever numbers the graph.
TEST(RuntimeOrder, RootsAreVerticesOfTheGivenGraph) {
    Graph const graph = generate_graph("gen:ba:n=60,m=5,seed=3");
    for (GraphOrder order : {GraphOrder::degree, GraphOrder::degeneracy, GraphOrder::given}) {
        RunOptions options = ordered(order);
        Team team(1);
        VertexOrder const renamed = order_of(graph, order, team);
        Graph const prepared = prepare_clique(4, graph, options);
        RunOptions as_given = ordered(GraphOrder::given);
        WideCount sum = 0;
        for (VertexId number = 0; number < graph.vertex_count(); ++number) {
            options.roots = {renamed[number]};
            as_given.roots = {number};
            WideCount const count = run_clique(4, graph, options).count;
            ASSERT_EQ(count, run_clique(4, prepared, as_given).count) << to_string(order) << ", number " << number;
            ASSERT_EQ(count, clique::count_cliques(prepared, 4, *as_given.roots));
            sum += count;
        }
        EXPECT_EQ(sum, run_clique(4, graph, ordered(order)).count);
        EXPECT_GT(sum, 0u);
    }
}

} // namespace cerrado::test
