// LG files: graphs with labels as programs for labelled graphs write them.
#include "helpers.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>

namespace cerrado::test {
namespace {

class Lg : public TemporaryFolder {
protected:
    Graph read(std::string const& text, std::string const& name = "g.lg") {
        write(name, text);
        return open_graph(path(name));
    }
    std::string error(std::string const& text) { return reading_error(text, "g.lg"); }
};

} // namespace

TEST_F(Lg, HasVerticesWithLabelsAndEdges) {
    Graph const graph = read("# t 1\nv 5 B\nv 3 GO:0008150\nv 9\ne 5 3 x\ne 3 9 x\ne 9 3 x\ne 5 5 x\n");
    EXPECT_EQ(graph.vertex_count(), 3u);
    EXPECT_EQ(named_edges(graph), (NamedEdges{{3, 5}, {3, 9}}));
    EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"GO:0008150", "B", ""}));
    EXPECT_EQ(graph.cleaning.self_loops, 1u);
    EXPECT_EQ(graph.cleaning.duplicates, 1u);
}

TEST_F(Lg, IsKnownByItsContentWhateverItsName) {
    std::string const with_degrees = "t 3 2\nv 0 7 1\nv 1 5 2\nv 2 7 1\ne 0 1\ne 1 2\n";
    for (char const* name : {"g.graph", "g.txt", "g.lg"}) {
        Graph const graph = read(with_degrees, name);
        EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
        EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"7", "5", "7"}));
    }
    EXPECT_EQ(read("t # 0\nv 1\nv 2\ne 1 2\nt # -1\n").marks, nullptr);
    EXPECT_EQ(read("1 2\n", "g.txt").edge_count(), 1u) << "an edge list still";
}

TEST_F(Lg, MayHaveDirections) {
    write("g.lg", "v 1 a\nv 2 b\nv 3 a\ne 2 1\ne 2 3\ne 3 2\n");
    Graph const graph = open_directed_graph(path("g.lg"));
    EXPECT_EQ(count_arcs_or_edges(graph), 3u);
    EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"a", "b", "a"}));
}

TEST_F(Lg, KeepsLabelsOfEdges) {
    Graph const graph = read("v 0 A\nv 1 A\nv 2 B\ne 1 0 up\ne 1 2\n");
    EXPECT_EQ(graph.marks->edge_label_names, std::vector<std::string>{"up"});
    constexpr std::uint32_t none = GraphMarks::no_label;
    EXPECT_EQ(graph.marks->edge_labels, (std::vector<std::uint32_t>{0, 0, none, none}));
    EXPECT_FALSE(has_edge_labels(read("v 0\nv 1\ne 0 1\n")));
}

TEST_F(Lg, TwoLabelsOfAnEdgeMatterWhereLabelsOfEdgesAreAskedFor) {
    write("g.lg", "v 0 A\nv 1 A\nv 2 B\ne 0 1 9\ne 1 0 8\ne 1 2 9\n");
    std::vector<std::string> notes;
    auto const note = [&](std::string const& text) { notes.push_back(text); };
    Graph const graph = open_marked_graph(path("g.lg"), {.note = note});
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
    EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"A", "A", "B"}));
    EXPECT_FALSE(has_edge_labels(graph));
    EXPECT_EQ(notes, std::vector<std::string>{path("g.lg") +
                                              ": read as LG; the edge from 1 to 0 is labelled '9' and '8'; give it "
                                              "one label; it is read without labels of edges"});
    Graph const directed = open_marked_graph(path("g.lg"), {.directed = true});
    EXPECT_EQ(directed.marks->edge_label_names.size(), 2u) << "an arc each";
}

TEST_F(Lg, SaysWhatIsWrongAndWhere) {
    EXPECT_NE(error("t 1 1\n").find("g.lg: no vertex in the file"), std::string::npos);
    EXPECT_NE(error("v 0 A\ne 0 1\nv 1 A\n").find("g.lg:2: vertex 1 has no line before this edge"), std::string::npos);
    EXPECT_NE(error("v 0 A\nv 0 B\n").find("g.lg:2: vertex 0 has a line already"), std::string::npos);
    EXPECT_NE(error("t # 0\nv 0 1\nt # 1\nv 0 1\n").find("g.lg:3: a second graph begins"), std::string::npos);
    EXPECT_NE(error("v 0 1\nx 0 1\n").find("g.lg:2: 'x'; expected"), std::string::npos);
    write("two.lg", "v 0\nv 1\ne 0 1 x\ne 1 0 y\n");
    EXPECT_NE(error_of([&] {
                  open_marked_graph(path("two.lg"), {.edge_labels = true});
              }).find("two.lg: the edge from 1 to 0 is labelled 'x' and 'y'"),
              std::string::npos);
    EXPECT_NE(error("v a 1\n").find("g.lg:1: "), std::string::npos);
    EXPECT_NE(error("v 0 1\nv 1 2\n").find("no edge in the file"), std::string::npos);
}

} // namespace cerrado::test
