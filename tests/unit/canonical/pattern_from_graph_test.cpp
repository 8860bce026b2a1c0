// A graph as a pattern.
#include "../message_of.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/pattern/from_graph.hpp>

namespace cerrado::test {

TEST(PatternFromGraph, HasItsEdgesAndLabels) {
    std::vector<Edge> const edges{{0, 1}, {1, 2}, {2, 3}};
    Graph graph = with_labels(graph_from_edges(4, edges), {"A", "", "B", "A"});
    graph = with_edge_labels(graph, edges, {"x", "", "y"});
    Pattern const pattern = pattern_from_graph(graph);
    EXPECT_EQ(pattern.size(), 4);
    EXPECT_EQ(pattern.edges(1), 0b0101u);
    EXPECT_EQ(pattern.edges(3), 0b0100u);
    EXPECT_FALSE(pattern.has_arcs());
    EXPECT_EQ(pattern.labels(0), std::vector<std::string>{"A"});
    EXPECT_TRUE(pattern.labels(1).empty());
    EXPECT_EQ(pattern.labels(2), std::vector<std::string>{"B"});
    EXPECT_EQ(pattern.edge_label(1, 0), "x");
    EXPECT_EQ(pattern.edge_label(1, 2), "");
    EXPECT_EQ(pattern.edge_label(2, 3), "y");
}

TEST(PatternFromGraph, HasArcsWhereTheGraphIsDirected) {
    std::vector<Edge> const arcs{{0, 1}, {1, 0}, {2, 1}};
    Graph const graph = with_edge_labels(graph_from_arcs(3, arcs), arcs, {"to", "from", ""});
    Pattern const pattern = pattern_from_graph(graph);
    EXPECT_EQ(pattern.arcs_from(0), 0b010u);
    EXPECT_EQ(pattern.arcs_from(1), 0b001u);
    EXPECT_EQ(pattern.arcs_from(2), 0b010u);
    EXPECT_EQ(pattern.arc_label(0, 1), "to");
    EXPECT_EQ(pattern.arc_label(1, 0), "from");
    EXPECT_EQ(pattern.edges(0), 0u);
}

TEST(PatternFromGraph, IsRefusedWhereItIsTooLarge) {
    EXPECT_EQ(pattern_from_graph(generate_graph("gen:path:n=32")).size(), 32);
    EXPECT_NE(message_of<InputError>([] {
                  pattern_from_graph(generate_graph("gen:path:n=33"));
              }).find("33 vertices; a pattern has 32 at most"),
              std::string::npos);
}

} // namespace cerrado::test
