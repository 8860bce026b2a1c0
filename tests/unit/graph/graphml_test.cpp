// GraphML files: ids, names, labels and directions, as programs for networks write them.
#include "unit/graph/helpers.hpp"

#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>

#include <set>

namespace cerrado::test {
namespace {

std::string graphml(std::string const& direction, std::string const& content, std::string const& keys = "") {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" +
           keys + "<graph id=\"G\" edgedefault=\"" + direction + "\">\n" + content + "</graph>\n</graphml>\n";
}

std::string node(std::string const& id) { return "<node id=\"" + id + "\"/>\n"; }
std::string edge(std::string const& source, std::string const& target, std::string const& more = "") {
    return "<edge source=\"" + source + "\" target=\"" + target + "\"" + more + "/>\n";
}

using NamedArcs = std::set<std::pair<std::string, std::string>>;

NamedArcs named_arcs(Graph const& graph) {
    NamedArcs arcs;
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        arcs.insert({vertex_name(graph, graph.original_id(v)), vertex_name(graph, graph.original_id(u))});
    });
    return arcs;
}

class GraphMl : public TemporaryFolder {
protected:
    Graph read(std::string const& text, OpenedMarks const& wanted = {}, std::string const& name = "g.graphml") {
        write(name, text);
        return open_marked_graph(path(name), wanted);
    }
    std::string error(std::string const& text, OpenedMarks const& wanted = {}) {
        return error_of([&] { read(text, wanted); });
    }
};

} // namespace

TEST_F(GraphMl, HasNumbersWhereAllIdsAreNumbers) {
    std::string const text =
        graphml("undirected", edge("7", "5") + node("5") + node("7") + node("30") + edge("5", "7") + edge("7", "7"));
    Graph const graph = read(text);
    EXPECT_EQ(ids_of(graph), (std::vector<OriginalId>{5, 7, 30}));
    EXPECT_EQ(named_edges(graph), (NamedEdges{{5, 7}}));
    EXPECT_EQ(graph.cleaning.duplicates, 1u);
    EXPECT_EQ(graph.cleaning.self_loops, 1u);
    EXPECT_EQ(graph.marks, nullptr);
    EXPECT_EQ(named_arcs(read(text, {.names = true})), (NamedArcs{{"5", "7"}}));
    EXPECT_TRUE(has_names(read(graphml("undirected", node("1") + node("01") + edge("1", "01")))));
}

TEST_F(GraphMl, HasNamesWhereAnIdIsNoNumber) {
    Graph const graph = read(
        graphml("undirected", node("TP53") + node("A&amp;B") + node("7") + edge("TP53", "7") + edge("7", "A&#38;B")));
    EXPECT_EQ(*graph.marks->names, (std::vector<std::string>{"7", "A&B", "TP53"}));
    EXPECT_EQ(named_arcs(graph), (NamedArcs{{"7", "TP53"}, {"7", "A&B"}}));
}

TEST_F(GraphMl, IsKnownByItsContentAndMayBePacked) {
    std::string const text = graphml("undirected", node("a") + node("b") + edge("a", "b"));
    for (char const* name : {"g.xml", "g.txt"}) EXPECT_EQ(read(text, {}, name).edge_count(), 1u);
    EXPECT_EQ(read(text, {.names = true}, "g.txt").edge_count(), 1u);
    detail::OutputFile packed(path("g.graphml.gz"), true);
    packed.write(text);
    packed.commit();
    EXPECT_EQ(open_graph(path("g.graphml.gz")).edge_count(), 1u);
    EXPECT_EQ(read("\xEF\xBB\xBF" + text).edge_count(), 1u);
    EXPECT_EQ(read("\n<g:graphml xmlns:g=\"x\"><g:graph edgedefault='undirected'><g:node id='1'/><g:node id='2'/>"
                   "<g:edge source='1' target='2'/></g:graph></g:graphml>")
                  .edge_count(),
              1u);
}

TEST_F(GraphMl, HasDirections) {
    std::string const text =
        graphml("directed", node("a") + node("b") + node("c") + edge("b", "a") + edge("b", "c", " directed=\"false\""));
    Graph const graph = read(text, {.directed = true});
    EXPECT_EQ(named_arcs(graph), (NamedArcs{{"b", "a"}, {"b", "c"}, {"c", "b"}}));
    EXPECT_FALSE(graph.cleaning.directed) << "nothing was lost";
    EXPECT_TRUE(read(text).cleaning.directed);
    EXPECT_EQ(named_arcs(read(text)), (NamedArcs{{"a", "b"}, {"b", "c"}}));
    std::string const without = graphml("undirected", node("a") + node("b") + edge("a", "b"));
    EXPECT_FALSE(read(without).cleaning.directed);
    EXPECT_NE(error(without, {.directed = true}).find("g.graphml: all edges of this file are undirected"),
              std::string::npos);
}

TEST_F(GraphMl, HasLabels) {
    std::string const keys =
        "<key id=\"d0\" for=\"node\" attr.name=\"label\"><default>other</default></key>\n"
        "<key id=\"d1\" for=\"edge\" attr.name=\"label\"/>\n<key id=\"d2\" for=\"node\" attr.name=\"weight\"/>\n";
    std::string const content =
        "<node id=\"a\"><data key=\"d2\">5</data><data key=\"d0\"> TF\n&lt;1&gt; <b>bold</b></data><port "
        "name=\"p\"/></node>\n"
        "<node id=\"b\"/><node id=\"c\"><data key=\"d0\"/></node>\n"
        "<edge source=\"a\" target=\"b\"><data key=\"d1\">binds</data></edge>\n" +
        edge("b", "c");
    Graph const graph = read(graphml("undirected", content, keys));
    EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"TF <1>", "other", ""}));
    EXPECT_FALSE(has_edge_labels(graph));
    Graph const with = read(graphml("undirected", content, keys), {.edge_labels = true});
    EXPECT_EQ(with.marks->edge_label_names, (std::vector<std::string>{"binds"}));
    EXPECT_NE(error(graphml("undirected", node("a") + node("b") + edge("a", "b")), {.edge_labels = true})
                  .find("the edges of this file have no labels"),
              std::string::npos);
    std::string mixed = graphml("directed", content, keys);
    mixed.replace(mixed.find("target=\"b\""), 10, "target=\"b\" directed=\"false\"");
    Graph const both = read(mixed, {.directed = true, .edge_labels = true});
    EXPECT_EQ(named_arcs(both), (NamedArcs{{"a", "b"}, {"b", "a"}, {"b", "c"}}));
    EXPECT_EQ(std::ranges::count(both.marks->edge_labels, 0u), 2) << "an edge without a direction is two arcs";
}

TEST_F(GraphMl, HasIdsWithBlanksAndLeadingZeros) {
    EXPECT_EQ(named_arcs(read(graphml("undirected", node("New York") + node("007") + edge("New York", "007")))),
              (NamedArcs{{"007", "New York"}}));
    EXPECT_EQ(*read(graphml("undirected", node("1") + node("01") + node("2") + edge("1", "01") + edge("01", "2")))
                   .marks->names,
              (std::vector<std::string>{"01", "1", "2"}));
}

TEST_F(GraphMl, HasKeysOfTheSameIdForNodesAndEdges) {
    std::string const keys =
        "<key id=\"k\" for=\"node\" attr.name=\"label\"/><key id=\"k\" for=\"edge\" "
        "attr.name=\"weight\"/><key id=\"l\" for=\"node\" attr.name=\"Type\"/><key id=\"l\" "
        "for=\"edge\" attr.name=\"label\"/>\n";
    std::string const content =
        "<node id=\"1\"><data key=\"k\">A</data><data key=\"l\">x</data></node>"
        "<node id=\"2\"><data key=\"l\">y</data></node>"
        "<edge source=\"1\" target=\"2\"><data key=\"k\">7</data><data key=\"l\">e</data></edge>";
    Graph const graph = read(graphml("undirected", content, keys), {.edge_labels = true});
    EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"A", ""}));
    EXPECT_EQ(graph.marks->edge_label_names, (std::vector<std::string>{"e"}));
}

// The euro sign of windows-1252, ISO-8859-15 and windows-1251, and a kanji in two encodings of Japan.
TEST_F(GraphMl, HasManyEncodings) {
    auto const first_name = [&](std::string const& encoding, std::string const& id) {
        std::string text = graphml("undirected", node(id) + node("z") + edge(id, "z"));
        text.replace(text.find("UTF-8"), 5, encoding);
        return read(text).marks->names->back();
    };
    for (auto const& [encoding, byte] :
         {std::pair("windows-1252", "\x80"), std::pair("ISO-8859-15", "\xA4"), std::pair("windows-1251", "\x88")}) {
        EXPECT_EQ(first_name(encoding, byte), "\xE2\x82\xAC") << encoding;
    }
    EXPECT_EQ(first_name("ISO-8859-1", "\xE9"), "\xC3\xA9");
    EXPECT_EQ(first_name("Shift_JIS", "\x93\xFA"), "\xE6\x97\xA5");
    EXPECT_EQ(first_name("EUC-JP", "\xC6\xFC"), "\xE6\x97\xA5");
    std::string text = graphml("undirected", node("a") + node("\xC6") + edge("a", "\xC6"));
    text.replace(text.find("UTF-8"), 5, "no-such-one");
    EXPECT_EQ(error(text),
              "input: " + path("g.graphml") +
                  ": the text is in the encoding 'no-such-one', which is not known here; convert it where it is known: "
                  "`iconv -f no-such-one -t utf-8 FILE | sed '1s/no-such-one/utf-8/'`");
    text.replace(text.find("no-such-one"), 11, "EUC-JP");
    EXPECT_NE(error(text).find("some bytes are no text in the encoding 'EUC-JP'"), std::string::npos);
}

TEST_F(GraphMl, MayBeginWithBlanks) {
    EXPECT_EQ(read("\n " + graphml("undirected", node("1") + node("2") + edge("1", "2"))).edge_count(), 1u);
}

TEST_F(GraphMl, IsWrittenAndReadBack) {
    std::string const keys =
        "<key id=\"d0\" for=\"node\" attr.name=\"label\"/><key id=\"d1\" for=\"edge\" "
        "attr.name=\"label\"/>\n";
    std::string const content =
        "<node id=\"A &amp; B\"><data key=\"d0\">&lt;1&gt;</data></node><node id=\"&quot;q&quot;\"/>"
        "<node id=\"lonely\"/><edge source=\"A &amp; B\" target=\"&quot;q&quot;\">"
        "<data key=\"d1\">x &amp; y</data></edge>";
    for (char const* direction : {"directed", "undirected"}) {
        OpenedMarks const wanted{.directed = direction == std::string("directed"), .edge_labels = true};
        Graph const graph = read(graphml(direction, content, keys), wanted);
        detail::OutputFile file(path("w.graphml"), false);
        detail::write_graphml(graph, file);
        file.commit();
        Graph const again = open_marked_graph(path("w.graphml"), wanted);
        expect_same_structure(graph, again);
        EXPECT_EQ(*again.marks->names, *graph.marks->names);
        EXPECT_EQ(named_arcs(again),
                  (NamedArcs{wanted.directed ? std::pair("A & B", "\"q\"") : std::pair("\"q\"", "A & B")}));
        EXPECT_EQ(labels_of(again), (std::vector<std::string>{"", "<1>", ""}));
        EXPECT_EQ(again.marks->edge_label_names, (std::vector<std::string>{"x & y"}));
        EXPECT_EQ(again.marks->edge_labels, graph.marks->edge_labels);
    }
}

TEST_F(GraphMl, IsNotWrittenOfBytesThatAreNoText) {
    for (std::string const name : {"\xE9", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"}) {
        Graph const graph = with_names(graph_from_edges(2, std::vector<Edge>{{0, 1}}), {"a", name});
        detail::OutputFile file(path("w.graphml"), false);
        EXPECT_NE(error_of([&] { detail::write_graphml(graph, file); }).find("is no UTF-8 text"), std::string::npos);
    }
}

TEST_F(GraphMl, SaysWhatIsWrongAndWhere) {
    auto const expect = [&](std::string const& text, std::string const& part) {
        std::string const message = error(text);
        EXPECT_NE(message.find(part), std::string::npos) << message;
    };
    auto const inside = [](std::string const& content) { return graphml("undirected", content); };
    expect("<?xml version=\"1.0\"?>\n<gexf/>", "a GEXF file");
    expect("<svg/>", "g.graphml:1: an SVG drawing");
    expect("<!doctype html>\n<p>404", "a web page (HTML)");
    expect("<rss/>", "g.graphml:1: the XML file begins with <rss>; expected <graphml>");
    expect("1 2\n", "g.graphml:1: the XML cannot be read (");
    expect("<graphml>\n</graphml>", "g.graphml: the file has no <graph>");
    expect("<graphml><graph>\n</graph></graphml>", "g.graphml:1: the element <graph> has no edgedefault");
    expect(graphml("sideways", ""), "g.graphml:3: edgedefault is 'sideways'; expected directed or undirected");
    expect(inside(node("a") + "<edge source=\"a\"/>\n"), "g.graphml:5: the element <edge> has no target");
    expect(inside("<node/>"), "g.graphml:4: the element <node> has no id");
    expect(inside(node("a") + node("a")), "g.graphml:5: a second node has the id a");
    expect(inside(node("a") + edge("a", "b")), "g.graphml:5: an edge ends at 'b', and no node has this id");
    expect(inside(node("")), "g.graphml:4: '' cannot be the name of a vertex: it is empty");
    expect(inside("<hyperedge/>"), "g.graphml:4: a hyperedge");
    expect(inside("<node id=\"a\"><graph/></node>"), "g.graphml:4: the graph contains another graph (a group of yEd)");
    expect("<graphml><graph edgedefault=\"directed\"/>\n<graph edgedefault=\"directed\"/></graphml>",
           "g.graphml:2: a second graph");
    expect(inside(node("a")).substr(0, 140), "the XML cannot be read (");
    expect(inside(node("a")), "the file has no edge");
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += "<x>";
    expect("<graphml>" + deep, "the XML cannot be read (no element found)");
}

} // namespace cerrado::test
