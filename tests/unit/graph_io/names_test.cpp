// Ids that are names: edge lists, LG files and labels by name, and what is written of them.
#include "helpers.hpp"

#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>

#include <set>

namespace cerrado::test {
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
    EXPECT_EQ(notes_, "");
}

TEST_F(Names, MayBeNumbersOrTheLettersOfAnotherFormat) {
    EXPECT_EQ(edges_by_name(read("v t\nt 10\n10 9\n007 7\n")),
              (EdgesByName{{"t", "v"}, {"10", "t"}, {"10", "9"}, {"007", "7"}}));
    EXPECT_EQ(edges_by_name(read("v t\nv b x\ne t b\n", "g.lg")), (EdgesByName{{"b", "t"}}));
}

TEST_F(Names, MayStandInQuotationMarks) {
    EXPECT_EQ(edges_by_name(read("\"b\",\"a\",\"a b\"\nb,c\"d,5\n")), (EdgesByName{{"a", "b"}, {"b", "c\"d"}}));
    EXPECT_EQ(edges_by_name(read("\"a b\" c\n")), (EdgesByName{{"a b", "c"}}));
    EXPECT_NE(error("a \"b\n").find("g.txt:1: a quotation mark without another one"), std::string::npos);
    EXPECT_NE(error("\"a\"b c\n").find("g.txt:1: text after a cell in quotation marks"), std::string::npos);
    EXPECT_NE(error("a \"\"\n").find("g.txt:1: an empty cell"), std::string::npos);
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
    EXPECT_NE(error("a b\nc\n").find("g.txt:2: one name, c, on the line; expected two"), std::string::npos);
    EXPECT_NE(error("a b\n,c d\n").find("g.txt:2: an empty cell"), std::string::npos);
    EXPECT_NE(error(std::string("a b\nc d\0e f\n", 12)).find("g.txt:2: binary data"), std::string::npos);
    EXPECT_NE(error("a b\rc d\r").find("g.txt:1: a carriage return"), std::string::npos);
    EXPECT_NE(error("a a\n").find("no edge in the file besides self-loops (1)"), std::string::npos);
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
    EXPECT_NE(error("2 1\n2\n1\n", "g.graph").find("its vertices have no names"), std::string::npos);
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
              "input: g.txt: no edge after the first line, 'a b', which is no edge of "
              "numbers; give --names where ids are names");
}

} // namespace cerrado::test
