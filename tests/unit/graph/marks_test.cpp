#include "unit/graph/helpers.hpp"

#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>

#include <map>
#include <random>
#include <set>
#include <utility>

namespace cerrado::test {

// Directions and labels: what a graph keeps of them, from programs and from files, and in any order of its vertices.

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

TEST_F(Marks, LabelsOneALineAreOfTheVerticesInTheirOrder) {
    std::vector<std::string> notes;
    auto const labels = [&](std::string const& edges, std::string const& text) {
        write("n.txt", edges);
        write("n_labels.txt", text);
        auto const note = [&](std::string const& said) { notes.push_back(said); };
        return labels_of(read_labels(open_graph(path("n.txt")), path("n_labels.txt"), note));
    };
    EXPECT_EQ(labels("1 2\n2 4\n", "7\n8\n9\n6\n"), (std::vector<std::string>{"7", "8", "6"}));
    EXPECT_EQ(labels("0 1\n1 2\n", "A\r\nB\r\nA\r\n"), (std::vector<std::string>{"A", "B", "A"}));
    EXPECT_EQ(notes,
              (std::vector<std::string>{
                  path("n_labels.txt") + ": each line has only a label, and line 1 is taken as that of vertex 1",
                  path("n_labels.txt") + ": each line has only a label, and line 1 is taken as that of vertex 0"}));
    EXPECT_NE(error_of([&] { labels("1 2\n2 3\n", "7\n8\n9\n6\n"); })
                  .find("4 lines of one word, and the graph's ids are "
                        "1 to 3"),
              std::string::npos);
}

TEST_F(Marks, LabelFilesThatAreWrongAreRefusedByLine) {
    auto const expect = [&](std::string const& text, std::string const& part) {
        std::string const message = error_of([&] { labelled(text); });
        EXPECT_NE(message.find(part), std::string::npos) << message;
    };
    expect("10 A\n20\n", "labels.txt:2: the line has no label after vertex 20");
    expect("10 A\nx B\n", "labels.txt:2: 'x' is not a vertex id");
    expect("10 A\n20 B\n10 C\n", "labels.txt:3: vertex 10 has a label already");
    expect("11 A\n", "labels.txt: no line has a label for a vertex of the graph");
    expect(std::string("10 A\001\n"), "labels.txt:1: the line has binary data");
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

// Files of labels as people have them: headers, quotation marks, separators, ids of other graphs; and what is said of them.

namespace {

using Texts = std::vector<std::string>;

class LabelsFile : public TemporaryFolder {
protected:
    // Of vertices 10, 20 and 30, or of those of the names `a b`, `c` and `d,e`.
    Texts read(std::string const& text) { return labels(numbers, text); }
    Texts read_by_name(std::string const& text) { return labels(names, text); }
    std::string error(std::string const& text) {
        return error_of([&] { read(text); });
    }

    Texts labels(Graph const& graph, std::string const& text) {
        notes.clear();
        write("l.txt", text);
        Graph const labelled =
            read_labels(graph, path("l.txt"), [&](std::string const& note) { notes.push_back(note); });
        return labels_of(labelled);
    }
    std::string note() const { return notes.size() == 1 ? notes.front() : std::to_string(notes.size()) + " notes"; }

    Graph numbers = graph_from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}}, {10, 20, 30});
    Graph names = detail::with_sorted_names(graph_from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}}),
                                            std::make_shared<Texts const>(Texts{"a b", "c", "d,e"}));
    Texts notes;
};

Texts const three = {"A", "B x", ""};

} // namespace

TEST_F(LabelsFile, AnySeparatorAndQuotationMarksWillDo) {
    for (char const* text : {"10 A\n20 B x\n", "10\tA\n20\tB x\n", "10,A\n20,B x\n", "10;A\r\n20; B x \r\n",
                             "\"10\",\"A\"\n\"20\",\"B x\"\n", "\"10\" A\n20,\"B x\",\n", "10 | A\n20:B x\n",
                             "\xEF\xBB\xBF"
                             "10,A\n\n20,B x"}) {
        EXPECT_EQ(read(text), three) << text;
        EXPECT_EQ(notes.size(), 0u) << text;
    }
    EXPECT_EQ(read("20,\"a, \"\"b\"\"\"\n"), (Texts{"", "a, \"b\"", ""}));
}

TEST_F(LabelsFile, AHeaderIsPassedAndSaid) {
    for (char const* text : {"id,label\n10,A\n20,B x\n", "\"id\",\"label\"\n\"10\",\"A\"\n\"20\",\"B x\"\n",
                             "# clubs\nvertex label\n10 A\n20 B x\n"}) {
        EXPECT_EQ(read(text), three) << text;
        EXPECT_NE(note().find("l.txt: the first line, '"), std::string::npos) << note();
        EXPECT_NE(note().find("is taken as a header"), std::string::npos) << note();
    }
    EXPECT_NE(error("10 A\nid label\n").find("l.txt:2: 'id' is not a vertex id"), std::string::npos);
    EXPECT_NE(error("-10 A\n").find("l.txt:1: '-10' is not a vertex id"), std::string::npos);
}

TEST_F(LabelsFile, SaysHowManyNameNoVertex) {
    EXPECT_EQ(read("10 A\n11 C\n12 C\n20 B x\n"), three);
    EXPECT_EQ(note(), path("l.txt") + ": 2 of 4 labels name no vertex of the graph");
    std::string many = "10 A\n";
    for (int id = 1000; id < 2283; ++id) many += std::to_string(id) + " A\n";
    read(many);
    EXPECT_EQ(note(), path("l.txt") + ": 1,283 of 1,284 labels name no vertex of the graph");
    read("10 A\n11 C\n");
    EXPECT_EQ(note(), path("l.txt") + ": 1 of 2 labels names no vertex of the graph");
}

TEST_F(LabelsFile, NamesMayHoldWhatSeparatesOthers) {
    for (char const* text :
         {"a b\tA\nd,e\tB x\n", "a b;A\nd,e;B x\n", "\"a b\",A\n\"d,e\",\"B x\"\n", "name;label\na b;A\nd,e;B x\n"}) {
        EXPECT_EQ(read_by_name(text), (Texts{"A", "", "B x"})) << text;
    }
    EXPECT_EQ(note(), path("l.txt") + ": the first line, 'name;label', is taken as a header");
    EXPECT_EQ(read_by_name("c B, x\nf C\n"), (Texts{"", "B, x", ""}));
    EXPECT_EQ(note(), path("l.txt") + ": 1 of 2 labels names no vertex of the graph");
}

TEST_F(LabelsFile, SaysWhatIsWrongAndWhere) {
    EXPECT_NE(error("10,A\n20,,B\n").find("l.txt:2: the line has no label after vertex 20"), std::string::npos);
    EXPECT_NE(error("10,\n").find("l.txt:1: the line has no label after vertex 10"), std::string::npos);
    EXPECT_NE(error("\"10,A\n").find("l.txt:1: a quotation mark is not closed"), std::string::npos);
    EXPECT_NE(error("\"10\",\"A\",\"B\"\n").find("l.txt:1: the line has more than an id and a label"),
              std::string::npos);
    EXPECT_NE(error("99999999999999999999 A\n").find("is not a vertex id"), std::string::npos);
    EXPECT_NE(error("id label\n").find("l.txt: no line has a label for a vertex of the graph"), std::string::npos);
}

// Ids that are names: edge lists, LG files and labels by name, and what is written of them.

namespace {

using EdgesByName = std::set<std::pair<std::string, std::string>>;

// From the lower name, or of a directed graph from the source.
EdgesByName edges_by_name(Graph const& graph) {
    EdgesByName edges;
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        edges.insert({vertex_name(graph, graph.original_id(v)), vertex_name(graph, graph.original_id(u))});
    });
    return edges;
}

class Names : public TemporaryFolder {
protected:
    Graph read(std::string const& text, std::string const& name = "g.txt", OpenedMarks wanted = {.names = true}) {
        write(name, text);
        wanted.note = [this](std::string const& note) { notes_ += note + "\n"; };
        return open_marked_graph(path(name), wanted);
    }
    std::string error(std::string const& text, std::string const& name = "g.txt") {
        return error_of([&] { read(text, name); });
    }

    std::string notes_;
};

} // namespace

TEST_F(Names, AreTheIdsOfAnEdgeList) {
    Graph const graph =
        read("# who whom\nTP53\tMDM2\t0.9\r\nMDM2, CDKN1A\r\nMDM2 TP53\nMDM2;sp|P1:x\nATM ATM\nTP53 \xC3\xA9\n");
    EXPECT_EQ(*graph.marks->names, (std::vector<std::string>{"CDKN1A", "MDM2", "TP53", "sp|P1:x", "\xC3\xA9"}));
    EXPECT_EQ(edges_by_name(graph),
              (EdgesByName{{"CDKN1A", "MDM2"}, {"MDM2", "TP53"}, {"MDM2", "sp|P1:x"}, {"TP53", "\xC3\xA9"}}));
    EXPECT_TRUE(graph.original_ids().empty()) << "the places of the names";
    EXPECT_EQ(graph.cleaning.self_loops, 1u);
    EXPECT_EQ(graph.cleaning.duplicates, 1u);
    EXPECT_NE(notes_.find("columns 1 and 2, 1 comment; --columns takes others"), std::string::npos) << notes_;
}

TEST_F(Names, MayBeNumbersOrTheLettersOfAnotherFormat) {
    EXPECT_EQ(edges_by_name(read("v t\nt 10\n10 9\n007 7\n")),
              (EdgesByName{{"t", "v"}, {"10", "t"}, {"10", "9"}, {"007", "7"}}));
    EXPECT_EQ(edges_by_name(read("v t\nv b x\ne t b\n", "g.lg")), (EdgesByName{{"b", "t"}}));
}

TEST_F(Names, MayStandInQuotationMarks) {
    EXPECT_EQ(edges_by_name(read("\"b\",\"a\",\"a b\"\nb,c\"d,5\n")), (EdgesByName{{"a", "b"}, {"b", "c\"d"}}));
    EXPECT_EQ(edges_by_name(read("\"a b\" c\n")), (EdgesByName{{"a b", "c"}}));
    EXPECT_NE(error("a \"b\n").find("g.txt:1: a quotation mark is not closed"), std::string::npos);
    EXPECT_NE(error("\"a\"b c\n").find("g.txt:1: a text follows a cell in quotation marks"), std::string::npos);
    EXPECT_NE(error("a \"\"\n").find("g.txt:1: a cell is empty"), std::string::npos);
}

TEST_F(Names, GiveTheSameGraphWhateverTheOrderOfLinesAndThreads) {
    std::mt19937 random(5);
    std::vector<std::string> lines;
    for (int i = 0; i < 30000; ++i) {
        lines.push_back("n" + std::to_string(random() % 5000) + " n" + std::to_string(random() % 5000) + "\n");
    }
    auto const text = [&] {
        std::string all;
        for (std::string const& line : lines) all += line;
        return all;
    };
    Graph const graph = read(text());
    std::ranges::shuffle(lines, random);
    write("g.txt", text());
    for (int const threads : {1, 2, 7}) {
        Graph const other = open_marked_graph(path("g.txt"), {.names = true}, threads);
        expect_same_structure(graph, other);
        EXPECT_EQ(*graph.marks->names, *other.marks->names);
    }
}

TEST_F(Names, GoWithDirectionsAndLabels) {
    Graph graph = read("b a acts\na c\n", "g.txt", {.directed = true, .edge_labels = true, .names = true});
    EXPECT_EQ(edges_by_name(graph), (EdgesByName{{"b", "a"}, {"a", "c"}}));
    EXPECT_EQ(graph.marks->edge_label_names, (std::vector<std::string>{"acts"}));
    write("labels.txt", "c TF\nunknown x\na a kinase\n");
    graph = read_labels(std::move(graph), path("labels.txt"));
    EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"a kinase", "", "TF"}));
    Graph const turned = reorder(graph, {2, 0, 1});
    EXPECT_EQ(edges_by_name(turned), edges_by_name(graph));
    write("labels.txt", "a x\na y\n");
    EXPECT_NE(
        error_of([&] { read_labels(graph, path("labels.txt")); }).find("labels.txt:2: vertex a has a label already"),
        std::string::npos);
    EXPECT_NE(error("v b 1\nv a 2\nv b 3\n", "g.lg").find("g.lg:3: vertex b has a line already"), std::string::npos);
    EXPECT_EQ(labels_of(read("v b 1\nv a 2\ne a b\n", "g.lg")), (std::vector<std::string>{"2", "1"}));
}

TEST_F(Names, AreWrittenWhereTheFormatHasThem) {
    Graph const graph = read("b a\na c\n", "g.txt", {.directed = true, .names = true});
    for (char const* name : {"h.txt", "h.txt.gz", "h.cbin", "h.cbin.gz"}) {
        write_graph(graph, path(name));
        EXPECT_EQ(lost_in(graph, path(name)), "");
        EXPECT_EQ(edges_by_name(open_marked_graph(path(name), {.directed = true, .names = true})),
                  edges_by_name(graph));
    }
    EXPECT_EQ(edges_by_name(open_graph(path("h.cbin"))), edges_by_name(graph)) << "without being asked for";
    EXPECT_EQ(lost_in(graph, path("h.mtx")), "names are not kept in this format; .cbin keeps them");
    write_graph(reorder(graph, {2, 0, 1}), path("turned.cbin"));
    EXPECT_EQ(edges_by_name(open_graph(path("turned.cbin"))), edges_by_name(graph));
}

TEST_F(Names, ThatNoFileCanHoldAreRefused) {
    EXPECT_NE(error("a b\nc\n").find("g.txt:2: the line has one name, c; expected two"), std::string::npos);
    EXPECT_NE(error("a b\n,c d\n").find("g.txt:2: a cell is empty"), std::string::npos);
    EXPECT_NE(error(std::string("a b\nc d\0e f\n", 12)).find("g.txt:2: the line has binary data"), std::string::npos);
    EXPECT_NE(error("a b\rc d\re\r").find("g.txt:3: the line has one name, e;"), std::string::npos);
    EXPECT_NE(error("a a\n").find("the file has no edge besides self-loops (1)"), std::string::npos);
    std::string const longest(detail::longest_name, 'x');
    EXPECT_EQ(read(longest + " a\n").edge_count(), 1u);
    EXPECT_NE(error("x" + longest + " a\n").find("more than 65535 bytes"), std::string::npos);
    std::vector<Edge> const edge{{0, 1}};
    EXPECT_EQ(edges_by_name(with_names(graph_from_edges(2, edge), {"a", "b"})), (EdgesByName{{"a", "b"}}));
    for (std::vector<std::string> const& names :
         std::vector<std::vector<std::string>>{{"a"}, {"b", "a"}, {"a", "a"}, {"", "a"}, {"a", "b\tc"}}) {
        EXPECT_THROW(with_names(graph_from_edges(2, edge), names), InputError);
    }
}

TEST_F(Names, AreRefusedWhereThereAreNone) {
    EXPECT_NE(error("2 1\n2\n1\n", "g.graph").find("the vertices of this format have no names"), std::string::npos);
    EXPECT_NE(error("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", "g.mtx").find("have no names"),
              std::string::npos);
    write_graph(graph_from_edges(2, std::vector<Edge>{{0, 1}}), path("c.cbin"));
    for (std::string const& source : {path("c.cbin"), std::string("gen:star:n=5")}) {
        EXPECT_NE(error_of([&] { open_marked_graph(source, {.names = true}); }).find("no names"), std::string::npos);
    }
}

TEST_F(Names, MakeAHeaderAnEdgeWhichIsNoted) {
    EXPECT_EQ(read("kind,whom\na,b\nb,c\n").edge_count(), 3u);
    EXPECT_NE(
        notes_.find("the first line joins 'kind' and 'whom', which are on no other line; if it is a header, begin "
                    "it with #\n"),
        std::string::npos)
        << notes_;
    notes_.clear();
    EXPECT_EQ(read("source,target\na,b\nb,c\n").edge_count(), 2u);
    EXPECT_NE(notes_.find("the first line, 'source,target', is taken as a header\n"), std::string::npos) << notes_;
    notes_.clear();
    read("a b\n");
    read("a b\na c\n");
    EXPECT_EQ(notes_, "");
}

TEST_F(Names, AHeaderOverNumbersIsPassedOver) {
    std::string const text = "# exported\r\n\"first\",second,weight\r\n1,2,w\r\n2,3,w\r\n";
    write("g.csv", text);
    detail::OutputFile packed(path("g.csv.gz"), true);
    packed.write(text);
    packed.commit();
    for (char const* name : {"g.csv", "g.csv.gz"}) {
        notes_.clear();
        auto const note = [&](std::string const& text) { notes_ += text; };
        Graph const graph = open_marked_graph(path(name), {.edge_labels = true, .note = note});
        EXPECT_EQ(named_edges(graph), (NamedEdges{{1, 2}, {2, 3}}));
        EXPECT_TRUE(notes_.ends_with("; the first line, '\"first\",second,weight', is taken as a header")) << notes_;
    }
    notes_.clear();
    write("known.csv", "Source,Target\n1,2\n");
    open_marked_graph(path("known.csv"), {.note = [&](std::string const& text) { notes_ += text; }});
    EXPECT_EQ(notes_, "") << "these words leave no doubt";
    EXPECT_NE(reading_error("1 2\nfrom to\n", "g.txt").find("g.txt:2: 'from' is not a vertex id"), std::string::npos);
    EXPECT_NE(reading_error("from 2\n", "g.txt").find("g.txt:1: 'from' is not a vertex id"), std::string::npos);
    EXPECT_NE(reading_error("from to\nTP53 2\n", "g.txt").find("g.txt:2: 'TP53' is not a vertex id"),
              std::string::npos);
    EXPECT_EQ(reading_error("a b\n", "g.txt"),
              "input: g.txt: there is no edge after the first line, 'a b', and that line is not an edge between "
              "numbers; give --names if ids are names");
}

} // namespace cerrado::test
