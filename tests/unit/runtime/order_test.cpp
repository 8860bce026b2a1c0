// The order that a run gives its vertices, and that it is the one of prepare().
#include "runs.hpp"

#include "unit/hubs_of_a_hub.hpp"

#include <cerrado/graph/order/numbering.hpp>

#include <algorithm>
#include <numeric>

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
        options.roots.emplace(graph.vertex_count());
        std::iota(options.roots->begin(), options.roots->end(), VertexId{0});
        RunResult const result = run_clique(4, prepared, options);
        EXPECT_EQ(result.count, 495u); // 12 choose 4
        EXPECT_EQ(result.chosen.order, GraphOrder::automatic);
    }
}

} // namespace cerrado::test
