// Directions and labels: what a graph keeps of them, from programs and from files, and in any order of its vertices.
#include "helpers.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>

#include <map>
#include <random>
#include <set>
#include <utility>

namespace cerrado::test {
namespace {

// By original ids.
using Arcs = std::set<std::pair<OriginalId, OriginalId>>;

Arcs arcs_of(Graph const& graph) {
    Arcs arcs, seen_from_targets;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (std::size_t i = 0; i < graph.neighbours(v).size(); ++i) {
            unsigned const code = graph.marks->arcs[graph.offsets()[v] + i];
            auto const mine = graph.original_id(v), theirs = graph.original_id(graph.neighbours(v)[i]);
            EXPECT_NE(code, 0u) << mine << " " << theirs;
            if ((code & GraphMarks::arc_to) != 0) arcs.emplace(mine, theirs);
            if ((code & GraphMarks::arc_from) != 0) seen_from_targets.emplace(theirs, mine);
        }
    }
    EXPECT_EQ(arcs, seen_from_targets);
    return arcs;
}

class Marks : public TemporaryFolder {
protected:
    Graph directed(std::string const& name, std::string const& text) {
        write(name, text);
        return open_directed_graph(path(name));
    }
    Graph labelled(std::string const& text) {
        write("g.txt", "10 20\n20 30\n");
        write("labels.txt", text);
        return read_labels(open_graph(path("g.txt")), path("labels.txt"));
    }
};

} // namespace

TEST_F(Marks, AGraphFromArcsHasThemAndTheirUnion) {
    std::vector<Edge> const arcs{{0, 1}, {1, 0}, {2, 1}, {2, 1}, {3, 3}, {3, 0}};
    Graph const graph = graph_from_arcs(4, arcs, {5, 6, 7, 8});
    EXPECT_EQ(arcs_of(graph), (Arcs{{5, 6}, {6, 5}, {7, 6}, {8, 5}}));
    EXPECT_EQ(graph.edge_count(), 3u);
    EXPECT_EQ(graph.cleaning.self_loops, 1u);
    EXPECT_EQ(graph.cleaning.duplicates, 1u) << "an arc and the one back are two";
    EXPECT_TRUE(is_directed(graph));
    EXPECT_FALSE(has_labels(graph));
}

TEST_F(Marks, ArcsThatAGraphHasNoEdgesForAreRefused) {
    Graph const graph = graph_from_edges(3, std::vector<Edge>{{0, 1}});
    Team team;
    for (Edge const arc : {Edge{0, 2}, Edge{1, 7}}) {
        EXPECT_THROW(with_arcs(graph, std::vector<Edge>{arc}, team), InputError);
    }
}

TEST_F(Marks, FilesAreReadWithDirections) {
    EXPECT_EQ(arcs_of(directed("g.txt", "# Directed graph\n7 3\n3 7\n3 3\n9 7\n9 7\n")),
              (Arcs{{7, 3}, {3, 7}, {9, 7}}));
    Graph const graph = open_directed_graph(path("g.txt"));
    EXPECT_EQ(graph.cleaning.duplicates, 1u);
    EXPECT_EQ(graph.cleaning.self_loops, 1u);
    EXPECT_FALSE(graph.cleaning.directed) << "nothing was lost";
    EXPECT_EQ(open_graph(path("g.txt")).marks, nullptr);
    EXPECT_EQ(arcs_of(directed("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n3 2\n")),
              (Arcs{{1, 2}, {3, 2}}));
}

TEST_F(Marks, FilesKeepWhatTheirFormatCan) {
    std::vector<Edge> const arcs{{0, 1}, {1, 0}, {2, 1}, {3, 0}};
    Graph const graph = with_labels(graph_from_arcs(4, arcs, {5, 6, 7, 8}), {"b", "", "a b", "b"});
    EXPECT_EQ(lost_in(graph, path("g.cbin")), "");
    write_graph(graph, path("g.cbin"));
    for (bool const directed : {false, true}) {
        Graph const again = directed ? open_directed_graph(path("g.cbin")) : open_graph(path("g.cbin"));
        EXPECT_EQ(arcs_of(again), arcs_of(graph));
        EXPECT_EQ(labels_of(again), labels_of(graph));
        EXPECT_EQ(again.original_ids().size(), 4u);
    }
    EXPECT_EQ(lost_in(graph, path("g.txt")), "labels are not kept in this format; .cbin keeps them");
    write_graph(graph, path("g.txt"));
    EXPECT_EQ(arcs_of(open_directed_graph(path("g.txt"))), arcs_of(graph));
    EXPECT_TRUE(open_graph(path("g.txt")).cleaning.directed) << "the file says so";
    write_graph(graph, path("g.mtx"));
    EXPECT_EQ(arcs_of(open_directed_graph(path("g.mtx"))), (Arcs{{1, 2}, {2, 1}, {3, 2}, {4, 1}})) << "positions";
    EXPECT_EQ(lost_in(graph, path("g.graph")),
              "directions, labels and original ids are not kept in this format; .cbin keeps them");
    EXPECT_EQ(lost_in(graph_from_edges(4, arcs), path("g.graph")), "");
    Graph const only_labels = with_labels(graph_from_edges(4, arcs), {"", "", "", ""});
    write_graph(only_labels, path("l.cbin"));
    EXPECT_EQ(labels_of(open_graph(path("l.cbin"))), labels_of(only_labels));
    EXPECT_NE(error_of([&] { open_directed_graph(path("l.cbin")); }).find("no directions"), std::string::npos);
}

TEST_F(Marks, FilesWithoutDirectionsAreRefused) {
    std::string const symmetric = "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n";
    EXPECT_NE(error_of([&] { directed("s.mtx", symmetric); }).find("s.mtx:1: a symmetric matrix has no directions"),
              std::string::npos);
    EXPECT_NE(error_of([&] { directed("m.graph", "2 1\n2\n1\n"); }).find("no directions"), std::string::npos);
    write_graph(graph_from_edges(2, std::vector<Edge>{{0, 1}}), path("c.cbin"));
    EXPECT_NE(error_of([&] { open_directed_graph(path("c.cbin")); }).find("no directions"), std::string::npos);
    EXPECT_NE(error_of([&] { open_directed_graph("gen:star:n=5"); }).find("no directions"), std::string::npos);
}

TEST_F(Marks, LabelsAreReadByOriginalId) {
    Graph const graph = labelled("# id label\n20 GO:0008150, a process \n99 unknown\n10\tTF\r\n");
    EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"TF", "GO:0008150, a process", ""}));
    EXPECT_EQ(graph.marks->label_names, (std::vector<std::string>{"GO:0008150, a process", "TF"}));
    EXPECT_FALSE(is_directed(graph));
}

TEST_F(Marks, LabelFilesThatAreWrongAreRefusedByLine) {
    auto const expect = [&](std::string const& text, std::string const& part) {
        std::string const message = error_of([&] { labelled(text); });
        EXPECT_NE(message.find(part), std::string::npos) << message;
    };
    expect("10 A\n20\n", "labels.txt:2: no label after vertex 20");
    expect("10 A\nx B\n", "labels.txt:2: 'x' is not a vertex id");
    expect("10 A\n20 B\n10 C\n", "labels.txt:3: vertex 10 has a label already");
    expect("11 A\n", "labels.txt: no vertex of the graph has a label");
    expect(std::string("10 A\001\n"), "labels.txt:1: binary data");
    EXPECT_THROW(read_labels(open_graph(path("g.txt")), path("none.txt")), InputError);
    EXPECT_THROW(with_labels(open_graph(path("g.txt")), {"A", "B"}), InputError);
}

namespace {

// By original ids; of an edge the lower one first.
std::map<std::pair<OriginalId, OriginalId>, std::string> edge_labels_of(Graph const& graph) {
    std::map<std::pair<OriginalId, OriginalId>, std::string> labels;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (std::size_t i = 0; i < graph.neighbours(v).size(); ++i) {
            std::uint32_t const label = graph.marks->edge_labels[graph.offsets()[v] + i];
            if (label == GraphMarks::no_label) continue;
            std::pair<OriginalId, OriginalId> ends{graph.original_id(v), graph.original_id(graph.neighbours(v)[i])};
            if (!is_directed(graph) && ends.first > ends.second) std::swap(ends.first, ends.second);
            std::string const& name = graph.marks->edge_label_names[label];
            EXPECT_EQ(labels.emplace(ends, name).first->second, name);
        }
    }
    return labels;
}

} // namespace

TEST_F(Marks, LabelsOfEdgesAreTheThirdColumnAndStayInFiles) {
    write("g.txt", "# id id label\n7 3 binds to\n3 5\n5 5 x\n3 7 binds to\n5 9,up\r\n");
    Graph const graph = open_marked_graph(path("g.txt"), {.edge_labels = true});
    auto const expected = edge_labels_of(graph);
    EXPECT_EQ(expected,
              (std::map<std::pair<OriginalId, OriginalId>, std::string>{{{3, 7}, "binds to"}, {{5, 9}, "up"}}));
    EXPECT_FALSE(has_edge_labels(open_graph(path("g.txt"))));
    for (char const* name : {"w.txt", "w.cbin", "w.cbin.gz", "w.txt.gz"}) {
        save_graph(graph, path(name));
        EXPECT_EQ(edge_labels_of(open_marked_graph(path(name), {.edge_labels = true})), expected) << name;
    }
    EXPECT_TRUE(has_edge_labels(open_graph(path("w.cbin")))) << "of the file, not asked for";
}

TEST_F(Marks, LabelsOfArcsAreThoseOfTheirDirection) {
    write("g.txt", "1 2 up\n2 1 down\n2 3 up\n4 3\n");
    Graph const graph =
        with_labels(open_marked_graph(path("g.txt"), {.directed = true, .edge_labels = true}), {"A", "B", "A", ""});
    auto const expected = edge_labels_of(graph);
    EXPECT_EQ(expected, (std::map<std::pair<OriginalId, OriginalId>, std::string>{
                            {{1, 2}, "up"}, {{2, 1}, "down"}, {{2, 3}, "up"}}));
    for (char const* name : {"w.txt", "w.cbin"}) {
        save_graph(graph, path(name));
        Graph const read = open_marked_graph(path(name), {.directed = true, .edge_labels = true});
        EXPECT_EQ(edge_labels_of(read), expected) << name;
        EXPECT_EQ(arcs_of(read), arcs_of(graph)) << name;
    }
    Graph const other = reorder(graph, {2, 0, 3, 1});
    EXPECT_EQ(edge_labels_of(other), expected);
}

TEST_F(Marks, LabelsOfEdgesThatAreWrongAreRefused) {
    auto const expect = [&](std::string const& text, std::string const& part) {
        write("g.txt", text);
        std::string const message = error_of([&] { open_marked_graph(path("g.txt"), {.edge_labels = true}); });
        EXPECT_NE(message.find(part), std::string::npos) << message;
    };
    expect("1 2 a\n2 1 b\n", "g.txt: the edge from 2 to 1 is labelled 'a' and 'b'");
    expect("1 2\n2 3\n", "g.txt: no line has a third column");
    std::string const message = error_of([&] { open_marked_graph("gen:star:n=5", {.edge_labels = true}); });
    EXPECT_NE(message.find("no labels of edges"), std::string::npos) << message;
    write("m.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n2 1 7\n");
    EXPECT_THROW(open_marked_graph(path("m.mtx"), {.edge_labels = true}), InputError);
    Graph const graph = graph_from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}});
    EXPECT_THROW(with_edge_labels(graph, std::vector<Edge>{{0, 2}}, {"a"}), InputError);
    EXPECT_THROW(with_edge_labels(graph, std::vector<Edge>{{0, 7}}, {"a"}), InputError);
    EXPECT_THROW(with_edge_labels(graph, std::vector<Edge>{{0, 1}}, {}), InputError);
}

TEST_F(Marks, GoWithTheVerticesInEveryOrder) {
    std::mt19937 random(3);
    std::vector<Edge> arcs;
    auto const any = [&] { return static_cast<VertexId>(random() % 40); };
    for (int i = 0; i < 200; ++i) arcs.push_back({any(), any()});
    std::vector<std::string> labels;
    for (int v = 0; v < 40; ++v) labels.push_back(v % 7 == 0 ? "" : std::string(1, static_cast<char>('A' + v % 5)));
    Graph const graph = with_labels(graph_from_arcs(40, arcs), labels);
    for (int trial = 0; trial < 5; ++trial) {
        VertexOrder order(graph.vertex_count());
        for (VertexId v = 0; v < order.size(); ++v) order[v] = v;
        std::ranges::shuffle(order, random);
        Graph const other = reorder(graph, order);
        EXPECT_EQ(arcs_of(other), arcs_of(graph));
        for (VertexId v = 0; v < order.size(); ++v) EXPECT_EQ(labels_of(other)[v], labels[order[v]]);
    }
    EXPECT_EQ(orient(graph).marks, nullptr);
}

} // namespace cerrado::test
