// In which order a pattern's vertices are found: what random walks say of a plan, and which order is chosen by that.
#include "support.hpp"

#include "isomorphism/plan/plan.hpp"
#include "isomorphism/plan/plan_cost.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/marks.hpp>

#include <algorithm>

namespace cerrado::test {
namespace {

double work_of(Graph const& graph, Pattern const& pattern, bool induced, std::vector<int> const& order) {
    MatchingPlan const plan = make_plan(pattern, induced, order);
    RandomWalks walks(graph, plan);
    walks.take(4000, 1e9);
    return walks.cost().work();
}

Graph directed_graph() {
    std::vector<Edge> arcs;
    for (VertexId v = 0; v < 60; ++v) {
        for (VertexId step : {1u, 2u, 5u, 11u}) arcs.push_back({v, (v + step) % 60});
    }
    return graph_from_arcs(60, arcs);
}

} // namespace

TEST(PredictedTraversals, AreAsManyAsThereAre) {
    Graph const graph = generate_graph("gen:rmat:scale=9,degree=8,seed=1");
    Pattern const tailed = parse_pattern("0-1,1-2,2-0,2-3,3-4"); // a triangle with a tail of two edges
    std::vector<double> const traversals = predicted_traversals(tailed, true, {2, 3, 4, 0, 1}, graph);
    double edges = 0, paths = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            if (graph.degree(v) < 3 || graph.degree(u) < 2) continue;
            ++edges;
            for (VertexId const w : graph.neighbours(u)) paths += w != v && !graph.ref().adjacent(v, w) ? 1 : 0;
        }
    }
    ASSERT_EQ(traversals.size(), 4u);
    EXPECT_EQ(traversals[0], graph.vertex_count());
    EXPECT_NEAR(traversals[1], edges, 0.05 * edges);
    EXPECT_NEAR(traversals[2], paths, 0.1 * paths);
}

// Of the images of a match one is met, by restrictions.
TEST(PredictedTraversals, AreOfOneImageOfEach) {
    Graph const graph = generate_graph("gen:er:n=200,m=3000,seed=2");
    Pattern const pattern = parse_pattern("K5-e");
    double const triangles =
        static_cast<double>(count_matches(graph, {.pattern = parse_pattern("K3")}, on(DeviceKind::host)).count);
    EXPECT_NEAR(predicted_traversals(pattern, false, matching_order(pattern, false), graph)[2], triangles,
                0.1 * triangles);
}

TEST(PredictedTraversals, KnowOfArcsAndLabels) {
    Graph const graph = directed_graph();
    std::vector<double> const loops = predicted_traversals(parse_pattern("0>1,1>2,0>2"), false, {1, 0, 2}, graph);
    ASSERT_EQ(loops.size(), 2u);
    EXPECT_NEAR(loops[1], 240, 5); // each arc once
    std::vector<std::string> labels(60, "common");
    for (std::size_t v = 0; v < labels.size(); v += 20) labels[v] = "rare";
    Graph const labelled = with_labels(generate_graph("gen:complete:n=60"), labels);
    Pattern const pattern = parse_pattern("0:common,1:common,2:rare,0-1,1-2");
    EXPECT_NEAR(predicted_traversals(pattern, false, {2, 1, 0}, labelled)[1], 3 * 57, 60);
    EXPECT_EQ(matching_order(pattern, false, labelled), (std::vector{2, 1, 0}));
}

TEST(MatchingOrder, WalksToWhatIsRare) {
    Graph const graph = generate_graph("gen:ba:n=3000,m=3,seed=1"); // of few triangles and many paths
    Pattern const wheel = parse_pattern("0-1,1-2,2-3,3-0,0-4,1-4,2-4,3-4");
    std::vector<int> const order = matching_order(wheel, false, graph);
    EXPECT_EQ(order, matching_order(wheel, false, graph));
    EXPECT_LT(work_of(graph, wheel, false, order), 0.5 * work_of(graph, wheel, false, matching_order(wheel, false)));
    std::vector<int> sorted = order;
    std::ranges::sort(sorted);
    EXPECT_EQ(sorted, (std::vector{0, 1, 2, 3, 4}));
}

// Of each pattern no order that begins with an edge is far better.
TEST(MatchingOrder, IsAmongTheBest) {
    Graph const graph = generate_graph("gen:rmat:scale=9,degree=6,seed=3");
    for (char const* text : {"gem", "butterfly", "5-cycle", "house", "K5-e", "Dr[", "D@s"}) {
        Pattern const pattern = parse_pattern(text);
        for (bool const induced : {false, true}) {
            double const chosen = work_of(graph, pattern, induced, matching_order(pattern, induced, graph));
            EXPECT_LT(chosen, 1.5 * work_of(graph, pattern, induced, matching_order(pattern, induced))) << text;
        }
    }
}

TEST(MatchingOrder, IsThereForEveryGraphAndPattern) {
    Graph const none = graph_from_edges(3, {});
    EXPECT_EQ(matching_order(parse_pattern("house"), true, none).size(), 5u);
    EXPECT_TRUE(predicted_traversals(parse_pattern("gem"), false, {4, 2, 3, 0, 1}, none).empty());
    Graph const star = generate_graph("gen:star:n=2000");
    EXPECT_EQ(matching_order(parse_pattern("0-1,0-2,0-3,1-4,2-4,3-5,4-5,5-6"), true, star).size(), 7u);
    EXPECT_EQ(matching_order(parse_pattern("0-1,0~2,1~2"), false, star), (std::vector{0, 1}));
}

} // namespace cerrado::test
