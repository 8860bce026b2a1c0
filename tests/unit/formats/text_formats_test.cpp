#include "unit/formats/helpers.hpp"

#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/generators.hpp>

namespace cerrado::test {

namespace {

using detail::is_dimacs;
using detail::read_dimacs;
using detail::write_dimacs;

std::string dimacs_refusal(std::string_view text) { return refusal(read_dimacs, text); }

} // namespace

TEST(Dimacs, ReadsColouringAndCliqueFiles) {
    for (char const* kind : {"edge", "col", "edges", "clq", "EDGE"}) {
        auto const all = reading(read_dimacs, std::string("c a comment\nc\n\np ") + kind +
                                                  " 6 4\r\ne 2 1\r\ne 3 1\r\nc within\r\ne 3 2\r\nn 1 5\r\ne 4 3");
        EXPECT_EQ(pairs_of(all.graph), paw);
        EXPECT_EQ(all.graph.vertex_count(), 6u) << "those without an edge count";
        EXPECT_EQ(all.report.comments, 3u);
        EXPECT_EQ(all.report.skipped, 1u);
        EXPECT_TRUE(all.report.remarks.empty());
    }
}

TEST(Dimacs, ReadsArcsOfRoadNetworks) {
    std::string_view const text = "p sp 4 5\na 1 2 7\na 2 1 7\na 2 3 1\na 3 1 4\na 4 3 2\n";
    EXPECT_EQ(pairs_of(reading(read_dimacs, text).graph), paw);
    EXPECT_TRUE(reading(read_dimacs, text).graph.cleaning.directed);
    Graph const directed = reading(read_dimacs, text, {.directed = true, .edge_labels = true}).graph;
    EXPECT_EQ(pairs_of(directed), (Pairs{{1, 2}, {2, 1}, {2, 3}, {3, 1}, {4, 3}}));
    EXPECT_EQ(edge_labels_of(directed), (std::vector<std::string>{"7", "7", "1", "4", "2"}));
    std::string const message = refusal(read_dimacs, "p edge 2 1\ne 1 2\n", {.directed = true});
    EXPECT_NE(message.find("all edges of this file are undirected"), std::string::npos);
}

TEST(Dimacs, ReadsBareLinesOfPace) {
    EXPECT_EQ(pairs_of(reading(read_dimacs,
                               "\xEF\xBB\xBF"
                               "c x\np tw 4 4\n1 2\n1 3\n2 3\n\n3 4\n")
                           .graph),
              paw);
    EXPECT_EQ(pairs_of(reading(read_dimacs, "p cep 4 4\n1 2\n1 3\n2 3\n3 4\n").graph), paw);
    EXPECT_EQ(dimacs_refusal("p tw 4 2\n1 2 3\n2 3\n"),
              "g.txt:2: the line has more than two numbers; expected an edge, 'vertex vertex'");
}

TEST(Dimacs, SaysWhereTheHeaderCountsOtherEdges) {
    EXPECT_EQ(remarks(reading(read_dimacs, "p col 3 4\ne 1 2\ne 2 3\n")), "") << "each edge counted twice";
    EXPECT_EQ(remarks(reading(read_dimacs, "p col 3 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n")), "") << "each edge listed twice";
    EXPECT_EQ(remarks(reading(read_dimacs, "p col 3 9\ne 1 2\ne 2 3\n")),
              "line 'p' promises 9 edges, the file has 2 lines of edges\n");
    EXPECT_EQ(dimacs_refusal("p sp 3 5\na 1 2 1\na 2 3 1\n"),
              "g.txt:3: the file ends after 2 of the 5 edges that line 'p' promises; fetch it again");
}

TEST(Dimacs, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(dimacs_refusal("p edge 3 1\ne 1 4\n"),
              "g.txt:2: vertex '4' where a vertex was expected, a whole number from 1 to 3");
    EXPECT_NE(dimacs_refusal("p edge 3 1\ne 0 1\n").find("g.txt:2: vertex '0'"), std::string::npos);
    EXPECT_NE(dimacs_refusal("p edge 3 1\ne 1\n").find("g.txt:2: no vertex where"), std::string::npos);
    EXPECT_NE(dimacs_refusal("p edge 3 1\nz 1 2\n").find("g.txt:2: 'z'; expected 'e vertex vertex'"),
              std::string::npos);
    EXPECT_NE(dimacs_refusal("e 1 2\n").find("g.txt:1: 'e' comes before the size"), std::string::npos);
    EXPECT_NE(dimacs_refusal("c nothing\n").find("g.txt: no line has the size"), std::string::npos);
    EXPECT_NE(dimacs_refusal("p edge 3 1\np edge 3 1\n").find("g.txt:2: a second line 'p'"), std::string::npos);
    EXPECT_NE(dimacs_refusal("p edge 4000000000 1\ne 1 2\n").find("g.txt:1: 4000000000 vertices in a file"),
              std::string::npos);
    EXPECT_NE(dimacs_refusal("p edge 5000000000 1\ne 1 2\n").find("32 bits cannot number more"), std::string::npos);
    EXPECT_NE(dimacs_refusal("p edge 3 1\ne 1\x01 2\n").find("g.txt:2: the line has binary data"), std::string::npos);
    EXPECT_NE(dimacs_refusal("p motif 3 1\ne 1 2\n").find("the problem has the kind 'motif'"), std::string::npos);
    EXPECT_NE(dimacs_refusal("p cnf 3 1\n1 2 0\n").find("the problem has the kind 'cnf'"), std::string::npos);
}

TEST(Dimacs, IsKnownByItsSecondLetter) {
    EXPECT_TRUE(is_dimacs("c x\n\np edge 4 4\ne 2 1\n"));
    EXPECT_TRUE(
        is_dimacs("\xEF\xBB\xBF"
                  "p tw 4 4\r\n1 2\r\n"));
    for (char const* other :
         {"", "1 2\n", "p q\nq r\n", "p q 4\n", "c d\nd e\n", "p 1 2\n", "p tw four 4\n", "t # 0\nv 1\n"}) {
        EXPECT_FALSE(is_dimacs(other)) << other;
    }
}

TEST(Dimacs, WritesWhatItReads) {
    Graph const graph = reading(read_dimacs, "p edge 6 4\ne 1 2\ne 1 3\ne 2 3\ne 3 4\n").graph;
    std::string const text = written(write_dimacs, graph);
    EXPECT_EQ(text, "c vertices count from 1\np edge 6 4\ne 1 2\ne 1 3\ne 2 3\ne 3 4\n");
    std::string_view const arcs = "p sp 4 4\na 1 2 7\na 2 1 5\na 2 3 1\na 4 3 2\n";
    ReadOptions const options{.directed = true, .edge_labels = true};
    Graph const directed = reading(read_dimacs, arcs, options).graph;
    EXPECT_EQ(written(write_dimacs, directed), "c vertices count from 1\n" + std::string(arcs));
    std::string const numbered = written(write_dimacs, graph_from_edges(2, std::vector<Edge>{{0, 1}}, {7, 9}));
    EXPECT_EQ(numbered, "c vertices count from 1\nc vertex 1 is 7\nc vertex 2 is 9\np edge 2 1\ne 1 2\n");
}

namespace {

using detail::is_pajek;
using detail::read_pajek;
using detail::write_pajek;

std::string pajek_refusal(std::string_view text) { return refusal(read_pajek, text); }
Pairs pajek_pairs(std::string_view text, ReadOptions const& options = {}) {
    return pairs_of(reading(read_pajek, text, options).graph);
}
ReadOptions const names_too{.names = true};

} // namespace

TEST(Pajek, ReadsEdgesAndArcs) {
    auto const all =
        reading(read_pajek, "\xEF\xBB\xBF% a comment\r\n\r\n*Vertices 5\r\n*Edges\r\n1 2\r\n1 3 1\r\n2 3\r\n3 4");
    EXPECT_EQ(pairs_of(all.graph), paw);
    EXPECT_EQ(all.graph.vertex_count(), 5u) << "those without an edge count";
    EXPECT_EQ(all.report.comments, 1u);
    EXPECT_EQ(pajek_pairs("*network tiny\n*VERTICES 4\n*arcs\n1 2 1\n1 3 1\n2 3 1\n3 4 1\n"), paw);
    std::string_view const both = "*Vertices 4\n*Arcs\n2 1\n*Edges\n1 3\n2 3\n*Arcs :2 \"other\"\n3 4\n";
    EXPECT_EQ(pajek_pairs(both), paw);
    EXPECT_EQ(pajek_pairs(both, {.directed = true}), (Pairs{{1, 3}, {2, 1}, {2, 3}, {3, 1}, {3, 2}, {3, 4}}));
    EXPECT_EQ(pajek_pairs("*Vertices 4\n*Edges :1\n1: 1 2 1\n1: 1 3 1\n2: 2 3 1\n2: 3 4 1\n"), paw);
}

TEST(Pajek, ReadsLists) {
    std::string_view const text = "*Vertices 6\n*Arcslist\n1 2 3 4\n2 3\n*Edgeslist\n5 4 6\n";
    EXPECT_EQ(pajek_pairs(text), (Pairs{{1, 2}, {1, 3}, {1, 4}, {2, 3}, {4, 5}, {5, 6}}));
    EXPECT_EQ(pajek_pairs(text, {.directed = true}),
              (Pairs{{1, 2}, {1, 3}, {1, 4}, {2, 3}, {4, 5}, {5, 4}, {5, 6}, {6, 5}}));
}

TEST(Pajek, ReadsMatrices) {
    EXPECT_EQ(pajek_pairs("*Vertices 4\n*Matrix\n0 1 1 0\n1 0 1 0\n1 1 0 1\n0 0 1.5 0\n"), paw);
    EXPECT_EQ(pajek_pairs("*Vertices 3\n*Matrix :1\n0 1 0\n0 0\n-2 0.0 0 +0\n", {.directed = true}),
              (Pairs{{1, 2}, {2, 3}}))
        << "a row may be spread over lines";
    std::string_view const two_modes = "*Vertices 5 2\n*Matrix\n1 0 1\n0 3 0\n";
    EXPECT_EQ(pajek_pairs(two_modes), (Pairs{{1, 3}, {1, 5}, {2, 4}}));
    EXPECT_NE(refusal(read_pajek, two_modes, {.directed = true}).find("are undirected"), std::string::npos);
    Reading const missing = reading(read_pajek, "*Vertices 3\n*Matrix\n0 nan 1\n-inf 0 0\n1 0 0\n");
    EXPECT_EQ(pairs_of(missing.graph), (Pairs{{1, 3}}));
    EXPECT_EQ(remarks(missing), "2 entries are NaN or infinite, which are no edges\n");
    EXPECT_EQ(pajek_refusal("*Vertices 3\n*Matrix\n0 1 0\n1 0 1\n"),
              "g.txt:4: the matrix ends after 6 of its 9 numbers; fetch the file again");
    EXPECT_EQ(pajek_refusal("*Vertices 2\n*Matrix\n0 1\n1 0 1\n"),
              "g.txt:4: a number comes after the 4 numbers of the matrix; expected the next section");
    EXPECT_EQ(pajek_refusal("*Vertices 2\n*Matrix\n0 x\n1 0\n"), "g.txt:3: 'x' is in a matrix; expected numbers");
}

TEST(Pajek, HasNamesWhereTheyAreAskedFor) {
    std::string_view const text =
        "*Vertices 4\n1 \"a b\" 0.1 0.2 0.5 ic Green\n2 c\n4 \"say \"hi\"\" 0.0\n*Edges\n1 2\n2 4\n4 3\n";
    EXPECT_EQ(pajek_pairs(text), (Pairs{{1, 2}, {2, 4}, {3, 4}}));
    EXPECT_FALSE(has_labels(reading(read_pajek, text).graph));
    EXPECT_EQ(name_pairs_of(reading(read_pajek, text, names_too).graph),
              (NamePairs{{"3", "say \"hi\""}, {"a b", "c"}, {"c", "say \"hi\""}}));
    std::string_view const twice = "*Vertices 2\n1 \"a\"\n2 \"a\"\n*Edges\n1 2\n";
    EXPECT_EQ(pajek_pairs(twice), (Pairs{{1, 2}}));
    EXPECT_NE(refusal(read_pajek, twice, names_too).find("two vertices are called 'a'"), std::string::npos);
}

TEST(Pajek, HasLabelsOfEdgesWhereTheyAreAskedFor) {
    Graph const graph =
        reading(read_pajek, "*Vertices 4\n*Edges\n1 2 1.5\n1 3 1 c Blue l \"is fond of\"\n2 3\n3 4 2.0 label x\n",
                {.edge_labels = true})
            .graph;
    EXPECT_EQ(edge_labels_of(graph), (std::vector<std::string>{"1.5", "is fond of", "", "x"}));
}

TEST(Pajek, PassesOverOtherSections) {
    auto const all = reading(
        read_pajek, "*Network a\n*Vertices 4\n*Edges\n1 2\n1 3\n2 3\n3 4\n*Partition age\n*Vertices 4\n1\n2\n1\n2\n");
    EXPECT_EQ(pairs_of(all.graph), paw);
    EXPECT_EQ(all.report.skipped, 4u);
    EXPECT_EQ(remarks(all), "the section *Partition age of line 8 is passed over\n");
}

TEST(Pajek, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(pajek_refusal("*Vertices 3\n*Edges\n1 4\n"),
              "g.txt:3: vertex '4' where a vertex was expected, a whole number from 1 to 3");
    EXPECT_NE(pajek_refusal("*Vertices 3\n0 \"a\"\n").find("g.txt:2: vertex '0'"), std::string::npos);
    EXPECT_NE(pajek_refusal("*Vertices 3\n1 \"a\n").find("g.txt:2: a quotation mark is not closed"), std::string::npos);
    EXPECT_NE(pajek_refusal("*Vertices 2\n*Events\n").find("g.txt:2: the section '*events' is not known"),
              std::string::npos);
    EXPECT_NE(pajek_refusal("*Vertices\n").find("g.txt:1: there is no number after"), std::string::npos);
    EXPECT_NE(pajek_refusal("*Vertices 3 4\n").find("g.txt:1: '4' vertices of the first mode"), std::string::npos);
    EXPECT_NE(pajek_refusal("*Edges\n1 2\n").find("g.txt:1: *edges comes before"), std::string::npos);
    EXPECT_NE(pajek_refusal("*Network a\n1 2\n").find("g.txt:2: '1 2' comes before"), std::string::npos);
    EXPECT_NE(pajek_refusal("% nothing\n").find("g.txt: the file has no line '*Vertices n'"), std::string::npos);
    EXPECT_NE(pajek_refusal("*Vertices 2\n*Edges\n1 2\n*Network b\n").find("g.txt:4: a second network"),
              std::string::npos);
    EXPECT_NE(pajek_refusal("*Vertices 2\n*Edges\n1 2\n*Vertices 2\n").find("g.txt:4: a second '*Vertices'"),
              std::string::npos);
    EXPECT_NE(pajek_refusal("*Vertices 4000000000\n").find("4000000000 vertices in a file of 21 bytes"),
              std::string::npos);
}

TEST(Pajek, IsKnownByItsFirstSection) {
    EXPECT_TRUE(is_pajek("% x\n*Vertices 3\n"));
    EXPECT_TRUE(is_pajek("\xEF\xBB\xBF\r\n*Network my friends\r\n"));
    for (char const* other : {"", "1 2\n", "*Vertices many\n", "* a\n", "*\n", "Vertices 3\n", "*star *sun\n"}) {
        EXPECT_FALSE(is_pajek(other)) << other;
    }
}

TEST(Pajek, WritesWhatItReads) {
    std::string_view const text =
        "*Vertices 4\n1 \"a &#34;b&#34;\"\n2 \"R&D\"\n3 \"c\"\n4 \"d &#38;#34;\"\n*Arcs\n"
        "2 1 1 l \"is fond of\"\n2 3 2.5\n3 4\n";
    ReadOptions const options{.directed = true, .edge_labels = true, .names = true};
    Graph const graph = reading(read_pajek, text, options).graph;
    EXPECT_EQ(name_pairs_of(graph), (NamePairs{{"R&D", "a \"b\""}, {"R&D", "c"}, {"c", "d &#34;"}}));
    Graph const again = reading(read_pajek, written(write_pajek, graph), options).graph;
    EXPECT_EQ(name_pairs_of(again), name_pairs_of(graph));
    EXPECT_EQ(edge_labels_of(again), edge_labels_of(graph));
    EXPECT_EQ(written(write_pajek, graph_from_edges(3, std::vector<Edge>{{0, 1}}, {1, 7, 9})),
              "*Vertices 3\n2 \"7\"\n3 \"9\"\n*Edges\n1 2\n");
}

namespace {

using detail::is_gml;
using detail::read_gml;
using detail::write_gml;

std::string gml_refusal(std::string_view text) { return refusal(read_gml, text); }

constexpr std::string_view drawn = R"(# drawn by hand
Creator "a [ program ]" Version 1
graph [ comment "edge [ source 9 target 9 ]" Directed 1
 node [ id 10 label "New ] Town" graphics [ x 1.5 y -2e1 id 77 line [ point [ x 1 ] ] ] ]
 edge [ source 10 target 20 value 3 ]
 NODE [ label "Old &#34;Town&quot; &amp; more" ID 20 ]
 node [ id 35 label "35" ] node[id 40]
 edge [ source 20 target 35 label "by bus" weight 2 ]
 edge [ target 10 source 35 graphics [ source 1 target 2 ] ]
]
)";

} // namespace

TEST(Gml, ReadsNodesAndEdges) {
    auto const all = reading(read_gml, drawn);
    EXPECT_EQ(pairs_of(all.graph), (Pairs{{10, 20}, {10, 35}, {20, 35}}));
    EXPECT_EQ(all.graph.vertex_count(), 4u) << "a node without an edge counts";
    EXPECT_EQ(labels_of(all.graph), (std::vector<std::string>{"New ] Town", "Old \"Town\" & more", "35", ""}));
    EXPECT_EQ(all.report.comments, 1u);
    EXPECT_TRUE(all.graph.cleaning.directed);
    ReadOptions const options{.directed = true, .edge_labels = true};
    Graph const directed = reading(read_gml, drawn, options).graph;
    EXPECT_EQ(pairs_of(directed), (Pairs{{10, 20}, {20, 35}, {35, 10}}));
    EXPECT_EQ(edge_labels_of(directed), (std::vector<std::string>{"3", "by bus", ""}));
}

TEST(Gml, ReadsWhatIgraphAndNetworkxWrite) {
    Graph const igraph =
        reading(read_gml,
                "Creator \"igraph version 0.10.2\"\r\nVersion 1\r\ngraph\r\n[\r\n  directed 0\r\n  node\r\n"
                "  [\r\n    id 0\r\n    name \"a b\"\r\n  ]\r\n  node\r\n  [\r\n    id 1\r\n  ]\r\n  edge\r\n"
                "  [\r\n    source 1\r\n    target 0\r\n  ]\r\n]\r\n")
            .graph;
    EXPECT_EQ(pairs_of(igraph), (Pairs{{0, 1}}));
    EXPECT_EQ(labels_of(igraph), (std::vector<std::string>{"a b", ""}));
    std::string_view const networkx =
        "graph [\n  multigraph 1\n  node [\n    id 0\n    label \"0\"\n    x NAN\n  ]\n  node [\n    id 1\n    label "
        "\"1\"\n  ]\n"
        "  edge [\n    source 0\n    target 1\n    key 0\n  ]\n  edge [\n    source 0\n    target 1\n    key 1\n  "
        "]\n]\n";
    Graph const graph = reading(read_gml, networkx).graph;
    EXPECT_EQ(pairs_of(graph), (Pairs{{0, 1}}));
    EXPECT_FALSE(has_labels(graph)) << "they repeat the ids";
    EXPECT_NE(refusal(read_gml, networkx, {.directed = true}).find("are undirected"), std::string::npos);
}

TEST(Gml, HasNamesWhereTheyAreAskedFor) {
    Graph const graph = reading(read_gml, drawn, {.names = true}).graph;
    EXPECT_EQ(name_pairs_of(graph),
              (NamePairs{{"35", "New ] Town"}, {"35", "Old \"Town\" & more"}, {"New ] Town", "Old \"Town\" & more"}}));
    EXPECT_FALSE(has_labels(graph));
    Graph const negative =
        reading(read_gml, "graph [ node [ id -1 ] node [ id 5 ] edge [ source 5 target -1 ] ]").graph;
    EXPECT_EQ(name_pairs_of(negative), (NamePairs{{"-1", "5"}}));
}

TEST(Gml, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(gml_refusal("graph [\nnode [ id 1 ]\nedge [ source 1\n target 2 ]\n]"),
              "g.txt:4: an edge ends at 2, and no node has this id; expected the id of a node");
    EXPECT_EQ(gml_refusal("graph [\nnode [ id 1 ]\nnode [ id 1 ] ]"),
              "g.txt:3: a second node has the id 1; give each node its own id");
    EXPECT_NE(gml_refusal("graph [\n node [ label \"x\" ] ]").find("g.txt:2: a node has no id"), std::string::npos);
    EXPECT_NE(gml_refusal("graph [\n node [ id [ ] ] ]").find("g.txt:2: there is no id after 'id'"), std::string::npos);
    EXPECT_NE(gml_refusal("graph [\n edge [ source 1 ] ]").find("g.txt:2: an edge has no source or no target"),
              std::string::npos);
    EXPECT_NE(gml_refusal("graph [\n node [ id 1 ]\n").find("g.txt:1: a '[' is not closed by a ']'"),
              std::string::npos);
    EXPECT_NE(gml_refusal("graph [ ] graph [ ]").find("a second graph"), std::string::npos);
    EXPECT_NE(gml_refusal("graph [ node [ id 1 graph [ ] ] ]").find("a node contains a graph"), std::string::npos);
    EXPECT_NE(gml_refusal("graph [ graph [ ] ]").find("the graph contains another graph"), std::string::npos);
    EXPECT_NE(gml_refusal("graph [ node [ id 1 label \"a ] ]\n").find("a quotation mark is not closed"),
              std::string::npos);
    EXPECT_NE(gml_refusal("graph [ directed ]").find("there is no value after 'directed'"), std::string::npos);
    EXPECT_NE(gml_refusal("graph [ 5 6 ]").find("'5' stands where a key was expected"), std::string::npos);
    EXPECT_NE(gml_refusal("Creator \"x\"\n").find("g.txt: the file has no 'graph ['"), std::string::npos);
    EXPECT_NE(gml_refusal("graph [ ] \x01").find("binary data"), std::string::npos);
}

TEST(Gml, HasBracketsOfAnyDepth) {
    std::string const open(1000000, '['), key = "graph [ drawing ";
    EXPECT_NE(gml_refusal(key + open).find("a '[' is not closed by a ']'"), std::string::npos);
    Graph const graph = reading(read_gml, key + open + std::string(1000000, ']') +
                                              " node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]")
                            .graph;
    EXPECT_EQ(pairs_of(graph), (Pairs{{1, 2}}));
}

TEST(Gml, IsKnownByItsFirstBracket) {
    EXPECT_TRUE(is_gml(drawn));
    EXPECT_TRUE(
        is_gml("\xEF\xBB\xBF"
               "Creator \"x\"\nVersion 1.5\nmeta [ a 1 ]\nGRAPH\n[\n"));
    for (char const* other :
         {"", "1 2\n", "graph theory\n", "graph {\n", "a b\ngraph [\n", "\"a\" \"b\"\n", "graph 1\n", "[1]"}) {
        EXPECT_FALSE(is_gml(other)) << other;
    }
}

TEST(Gml, WritesWhatItReads) {
    ReadOptions const options{.directed = true, .edge_labels = true};
    Graph const graph = reading(read_gml, drawn, options).graph;
    Graph const again = reading(read_gml, written(write_gml, graph), options).graph;
    EXPECT_EQ(pairs_of(again), pairs_of(graph));
    EXPECT_EQ(labels_of(again), labels_of(graph));
    EXPECT_EQ(edge_labels_of(again), edge_labels_of(graph));
    EXPECT_EQ(again.vertex_count(), 4u);
    EXPECT_NE(written(write_gml, graph).find("\"Old &quot;Town&quot; &amp; more\""), std::string::npos);
    Graph const named = reading(read_gml, drawn, {.names = true}).graph;
    EXPECT_EQ(name_pairs_of(reading(read_gml, written(write_gml, named), {.names = true}).graph), name_pairs_of(named));
}

TEST(Gml, IsWrittenInAscii) {
    std::string const name = "\xC3\x84hre \xE2\x88\x9A \xF0\x9D\x84\x9E";
    Graph const named = with_names(graph_from_edges(2, std::vector<Edge>{{0, 1}}), {"a", name});
    std::string const text = written(write_gml, named);
    EXPECT_NE(text.find("\"&#196;hre &#8730; &#119070;\""), std::string::npos) << text;
    EXPECT_EQ(*reading(read_gml, text, {.names = true}).graph.marks->names, *named.marks->names);
    Graph const bytes = with_names(graph_from_edges(2, std::vector<Edge>{{0, 1}}), {"a", "\xE9t\xE9"});
    EXPECT_NE(written(write_gml, bytes).find("\"\xE9t\xE9\""), std::string::npos) << "no UTF-8: left as it is";
}

namespace {

using detail::is_lgl;
using detail::is_tgf;
using detail::read_lgl;
using detail::read_sif;
using detail::read_tgf;
using detail::write_sif;

Pairs pairs_read(Reader reader, std::string_view text) { return pairs_of(reading(reader, text).graph); }

} // namespace

TEST(Tgf, ReadsVerticesAndEdges) {
    std::string_view const text =
        "\xEF\xBB\xBF"
        "1 first stop\r\n2\r\n\r\n3 third stop\r\n4 last\r\n9\r\n#\r\n1 2 by bus\r\n1 3\r\n2 3 on foot\r\n3 4";
    Graph const graph = reading(read_tgf, text, {.edge_labels = true}).graph;
    EXPECT_EQ(pairs_of(graph), paw);
    EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"first stop", "", "third stop", "last", ""}));
    EXPECT_EQ(edge_labels_of(graph), (std::vector<std::string>{"by bus", "", "on foot", ""}));
    EXPECT_EQ(pairs_of(reading(read_tgf, "1 a\n2 b\n#\n2 1\n", {.directed = true}).graph), (Pairs{{2, 1}}));
    EXPECT_EQ(name_pairs_of(reading(read_tgf, "a first\nb\n#\na b\n").graph), (NamePairs{{"a", "b"}}));
    EXPECT_EQ(labels_of(reading(read_tgf, "1 5\n2 7\n3 5\n#\n1 2\n2 3\n").graph),
              (std::vector<std::string>{"5", "7", "5"}));
}

TEST(Tgf, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(refusal(read_tgf, "1 a\n2 b\n#\n1 3\n"),
              "g.txt:4: there is no line for vertex 3 before '#'; expected one");
    EXPECT_EQ(refusal(read_tgf, "1 a\n1 b\n#\n"), "g.txt:2: vertex 1 has a line already; give it one");
    EXPECT_EQ(refusal(read_tgf, "1 a\n2 b\n#\n\n1\n"), "g.txt:5: a line of edges has one id; expected two ids");
    EXPECT_NE(refusal(read_tgf, "1 2\n2 3\n").find("the file has no line '#'"), std::string::npos);
    EXPECT_NE(refusal(read_tgf, "1 a\x01\n#\n").find("g.txt:1: the line has binary data"), std::string::npos);
}

TEST(Tgf, IsKnownWhereItsVerticesAreNoEdges) {
    for (char const* text : {"1 first stop\n2 second\n#\n1 2 by bus\n", "1\n2\n#\r\n1 2\n", "a\nb\n#\na b\n",
                             "1 x\n2 y\n#\n", "a first\nb second\n#\na b\n"}) {
        EXPECT_TRUE(is_tgf(text)) << text;
    }
    for (char const* text :
         {"", "#\n1 2\n", "1 5\n2 7\n3 5\n#\n1 2\n2 3\n", "1 2\n#\n2 3\n", "a b\nc d\n#\na d\n", "a b\nc d\n#\n",
          "1 x\n2 y\n", "1 x\n1 y\n#\n", "# comment\n1 2\n", "% x\n1\n2\n#\n1 2\n", "1\n2\n#\n1 3\n"}) {
        EXPECT_FALSE(is_tgf(text)) << text;
    }
}

TEST(Lgl, ReadsNeighboursAndWeights) {
    EXPECT_EQ(pairs_read(read_lgl, "\xEF\xBB\xBF# 1\r\n2\r\n3\r\n# 2\r\n3\r\n\r\n# 3\r\n4"), paw);
    Graph const graph = reading(read_lgl, "# a\nb 0.5\nc 2\n#b\nc\n# lone\n", {.edge_labels = true}).graph;
    EXPECT_EQ(name_pairs_of(graph), (NamePairs{{"a", "b"}, {"a", "c"}, {"b", "c"}}));
    EXPECT_EQ(edge_labels_of(graph), (std::vector<std::string>{"0.5", "2", ""}));
    EXPECT_EQ(graph.vertex_count(), 4u);
    EXPECT_EQ(refusal(read_lgl, "a b\n"), "g.txt:1: 'a b' comes before the first vertex; expected '# name'");
    EXPECT_NE(refusal(read_lgl, "# a\nb 1 2\n").find("g.txt:2: 'b 1 2' is neither a vertex nor"), std::string::npos);
    EXPECT_NE(refusal(read_lgl, "# a b\n").find("g.txt:1: '# a b' is neither a vertex nor"), std::string::npos);
    EXPECT_NE(refusal(read_lgl, "#\n").find("g.txt:1: there is no name after '#'"), std::string::npos);
    EXPECT_NE(refusal(read_lgl, "# a\nb\n", {.directed = true}).find("are undirected"), std::string::npos);
}

TEST(Lgl, IsKnownWhereNoLineIsAnEdge) {
    for (char const* text :
         {"# 1\n2\n3\n# 2\n3\n", "\n# a\nb 0.5\n\n# b\nc 1.5e-3\n", "#a\nb\n#c\n", "# GO:1\nGO:2\n# GO:2\n"})
        EXPECT_TRUE(is_lgl(text)) << text;
    for (char const* text :
         {"", "# 1\n2 1\n# 2\n3 1\n", "# nodes\n5\n# edges\n1 2\n", "# one\n2\n3\n", "1\n# 2\n3\n# 4\n", "# a\n# b\n",
          "# a comment\nb\n# c\nd\n", "# a\nb c\n# b\n", "# one\n# two\n1,2\n2,3\n", "# one\n# two\n1:2\n2:3\n",
          "# a\n# b\nx;y\n", "#cats;ann\n//a:x;bob\n#dogs;bob\n"}) {
        EXPECT_FALSE(is_lgl(text)) << text;
    }
}

TEST(Sif, ReadsTypesAndTargets) {
    std::string_view const text =
        "\xEF\xBB\xBF"
        "A pp B C\r\nB  pd C\r\n# a\tcomment\r\nlone\r\nC pp D";
    auto const all = reading(read_sif, text, {.edge_labels = true});
    EXPECT_EQ(name_pairs_of(all.graph), (NamePairs{{"A", "B"}, {"A", "C"}, {"B", "C"}, {"C", "D"}}));
    EXPECT_EQ(edge_labels_of(all.graph), (std::vector<std::string>{"pp", "pp", "pd", "pp"}));
    EXPECT_EQ(all.graph.vertex_count(), 5u);
    EXPECT_EQ(all.report.comments, 1u);
    EXPECT_EQ(pairs_of(reading(read_sif, "2 x 1\n", {.directed = true}).graph), (Pairs{{2, 1}}));
}

TEST(Sif, HasNamesWithBlanksBetweenTabs) {
    auto const all = reading(read_sif, "Green Tea\tis a\tTea\tHot Drink\nBlack Tea\n", {.edge_labels = true});
    EXPECT_EQ(name_pairs_of(all.graph), (NamePairs{{"Green Tea", "Hot Drink"}, {"Green Tea", "Tea"}}));
    EXPECT_EQ(all.graph.vertex_count(), 4u);
    EXPECT_EQ(remarks(all),
              "columns end at tabs; 1 lines without a tab are taken as vertices whose names have blanks\n");
}

TEST(Sif, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(refusal(read_sif, "A pp B\nA B\n"),
              "g.txt:2: the line has two columns; expected 'source type target', or a name alone");
    EXPECT_NE(refusal(read_sif, "A\tpp\tB\nA\t\tB\n").find("g.txt:2: there is nothing between two tabs"),
              std::string::npos);
    EXPECT_FALSE(detail::is_sif("A pp B\n"));
}

TEST(Sif, WritesWhatItReads) {
    ReadOptions const options{.directed = true, .edge_labels = true, .names = true};
    Graph const graph = reading(read_sif, "Green Tea\tis a\tTea\nTea\t-\tDrink\nBlack Tea\n", options).graph;
    EXPECT_EQ(written(write_sif, graph), "Green Tea\tis a\tTea\nTea\t-\tDrink\nBlack Tea\n");
    Graph const again = reading(read_sif, written(write_sif, graph), options).graph;
    EXPECT_EQ(name_pairs_of(again), name_pairs_of(graph));
    EXPECT_EQ(edge_labels_of(again), (std::vector<std::string>{"is a", ""}));
    EXPECT_EQ(again.vertex_count(), 4u);
    Graph const hash = with_names(graph_from_edges(2, std::vector<Edge>{{0, 1}}), {"#1", "a"});
    EXPECT_NE(message_of<InputError>([&] { written(write_sif, hash); }).find("'#1' would begin a comment"),
              std::string::npos);
}

namespace {

using detail::is_graph6;
using detail::read_graph6;
using detail::write_graph6;

std::string graph6_refusal(std::string_view text, std::uint64_t graph = 0) {
    return refusal(read_graph6, text, {.graph = graph});
}
Pairs graph6_pairs(std::string_view text, ReadOptions const& options = {}) {
    return pairs_of(reading(read_graph6, text, options).graph);
}

Pairs const cycle{{0, 1}, {0, 4}, {1, 2}, {2, 3}, {3, 4}};
// As networkx and nauty list and write the Petersen graph.
Pairs const petersen{{0, 1}, {0, 4}, {0, 5}, {1, 2}, {1, 6}, {2, 3}, {2, 7}, {3, 4},
                     {3, 8}, {4, 9}, {5, 7}, {5, 8}, {6, 8}, {6, 9}, {7, 9}};

} // namespace

TEST(Graph6, ReadsItsThreeKinds) {
    EXPECT_EQ(graph6_pairs("Dhc\n"), cycle);
    EXPECT_EQ(graph6_pairs("\xEF\xBB\xBF>>graph6<<Dhc\r\n"), cycle);
    EXPECT_EQ(graph6_pairs(">>graph6<<\nDhc"), cycle);
    EXPECT_EQ(graph6_pairs(">>graph6<<IheA@GUAo\n"), petersen);
    EXPECT_EQ(graph6_pairs(">>sparse6<<:I`ES@obGkqegW~\n"), petersen);
    EXPECT_EQ(graph6_pairs(":DaY_~\n"), cycle);
    // The example of formats.txt.
    EXPECT_EQ(graph6_pairs("&DI?AO?\n", {.directed = true}), (Pairs{{0, 2}, {0, 4}, {3, 1}, {3, 4}}));
    EXPECT_EQ(graph6_pairs("&DI?AO?\n"), (Pairs{{0, 2}, {0, 4}, {1, 3}, {3, 4}}));
    EXPECT_NE(refusal(read_graph6, "Dhc\n", {.directed = true}).find("are undirected"), std::string::npos);
    EXPECT_EQ(graph6_pairs(":Fa@x^\n"), (Pairs{{0, 1}, {0, 2}, {1, 2}, {5, 6}})) << "the example of formats.txt";
    EXPECT_EQ(reading(read_graph6, ":Fa@x^\n").graph.vertex_count(), 7u);
}

TEST(Graph6, TakesOneOfManyGraphs) {
    constexpr std::string_view three = "Dhc\n\nIheA@GUAo\n:DaY_~\n";
    auto const first = reading(read_graph6, three);
    EXPECT_EQ(pairs_of(first.graph), cycle);
    EXPECT_EQ(remarks(first), "this is the first of 3 graphs; --graph N takes another\n");
    auto const second = reading(read_graph6, three, {.graph = 2});
    EXPECT_EQ(pairs_of(second.graph), petersen);
    EXPECT_EQ(remarks(second), "");
    EXPECT_EQ(graph6_pairs(three, {.graph = 3}), cycle);
    EXPECT_EQ(graph6_refusal(three, 4), "g.txt: graph 4 was asked for, the file has 3");
}

TEST(Graph6, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(
        graph6_refusal("Dhc\nDhcc\n", 2),
        "g.txt:2: the line has 3 characters after the number of vertices, 5, which needs 2; fetch the file again");
    EXPECT_NE(graph6_refusal("Dhd\n").find("g.txt:1: the padding at the line's end"), std::string::npos);
    EXPECT_NE(graph6_refusal("D1c\n").find("g.txt:1: the line has a character that no graph6"), std::string::npos);
    EXPECT_NE(graph6_refusal("~A\n").find("g.txt:1: the line is cut"), std::string::npos);
    EXPECT_NE(graph6_refusal(";DaY_~\n").find("g.txt:1: the line is incremental sparse6"), std::string::npos);
    EXPECT_NE(graph6_refusal("\n>>graph6<<\n").find("g.txt: the file has no graph"), std::string::npos);
    EXPECT_NE(graph6_refusal("~~~~~~~~\n").find("g.txt:1: the line promises 68719476735 vertices"), std::string::npos);
    EXPECT_NE(graph6_refusal(":~~@?????A\n").find("g.txt:1: "), std::string::npos);
}

TEST(Graph6, IsKnownByItsLengthToTheCharacter) {
    for (char const* text :
         {">>graph6<<Dhc\n", ">>digraph6<<\n&DI?AO?", ":DaY_~\n", "&DI?AO?\n", "IheA@GUAo\n", "Dhc\nDhc\n"}) {
        EXPECT_TRUE(is_graph6(text)) << text;
    }
    for (char const* text :
         {"", "Dhc\n", "1 2\n", "IheA@GUAo IheA@GUAo\n", "names\nof\nthings\n", "IheA@GUA\n", "&DI?A\n"}) {
        EXPECT_FALSE(is_graph6(text)) << text;
    }
}

TEST(Graph6, WritesGraphsOfEachSizeOfNumber) {
    for (char const* text : {"Dhc", "IheA@GUAo"}) {
        EXPECT_EQ(written(write_graph6, reading(read_graph6, text).graph), ">>graph6<<" + std::string(text) + "\n");
    }
    Graph const directed = reading(read_graph6, "&DI?AO?", {.directed = true}).graph;
    EXPECT_EQ(written(write_graph6, directed), ">>digraph6<<&DI?AO?\n");
    Graph const large = generate_graph("gen:er:n=100,m=300,seed=5");
    std::string const text = written(write_graph6, large);
    EXPECT_TRUE(text.starts_with(">>graph6<<~?@c"));
    EXPECT_EQ(graph6_pairs(text), pairs_of(large));
    EXPECT_EQ(reading(read_graph6, text).graph.vertex_count(), 100u);
    EXPECT_NE(
        message_of<InputError>([] { written(write_graph6, generate_graph("gen:path:n=65537")); }).find("write a .cbin"),
        std::string::npos);
}

// Molecules and triples.

namespace {

// Ethanol's heavy atoms, then two atoms with a bond.
std::string const two_molecules =
    "ethanol\n  x\n\n  3  2  0  0  0  0  0  0  0  0999 V2000\n"
    "    0.0000    0.0000    0.0000 C   0  0\n    1.5000    0.0000    0.0000 C   0  0\n"
    "    2.2000    1.2000    0.0000 O   0  0\n  1  2  1  0\n  2  3  1  0\nM  END\n> <x>\n1\n\n$$$$\n"
    "\n\n\n  2  1  0  0  0  0  0  0  0  0999 V2000\r\n    0.0000    0.0000    0.0000 Cl  0\r\n"
    "    1.5000    0.0000    0.0000 N   0\r\n  1  2  2  0\r\nM  END\r\n$$$$\r\n";

} // namespace

TEST(Mol, ReadsAtomsAndBonds) {
    EXPECT_TRUE(detail::is_mol(two_molecules));
    EXPECT_FALSE(detail::is_mol("1 2\n2 3\n3 4\n4 5\n"));
    Reading const first = reading(detail::read_mol, two_molecules, {.edge_labels = true});
    EXPECT_EQ(pairs_of(first.graph), (Pairs{{1, 2}, {2, 3}}));
    EXPECT_EQ(labels_of(first.graph), (std::vector<std::string>{"C", "C", "O"}));
    EXPECT_EQ(edge_labels_of(first.graph), (std::vector<std::string>{"1", "1"}));
    EXPECT_EQ(remarks(first), "this is the first of 2 molecules; --graph N takes another\n");
    Reading const second = reading(detail::read_mol, two_molecules, {.edge_labels = true, .graph = 2});
    EXPECT_EQ(labels_of(second.graph), (std::vector<std::string>{"Cl", "N"}));
    EXPECT_EQ(edge_labels_of(second.graph), (std::vector<std::string>{"2"}));
    EXPECT_NE(refusal(detail::read_mol, two_molecules, {.graph = 3}).find("the file has 2"), std::string::npos);
    std::string const glued =
        "\n\n\n  2  1  0 V2000\n" + std::string(31, ' ') + "C\n" + std::string(31, ' ') + "C\n  1100  1\n";
    EXPECT_EQ(refusal(detail::read_mol, glued), "g.txt:7: a bond joins other atoms than 1 to 2; fetch the file again");
    EXPECT_NE(refusal(detail::read_mol, two_molecules.substr(0, 120)).find("the file ends before its last"),
              std::string::npos);
    EXPECT_NE(refusal(detail::read_mol, "\n\n\n  0  0  0     0  0 V3000\n").find("V3000"), std::string::npos);
}

TEST(NTriples, ReadsTriplesAndPassesLiteralsOver) {
    std::string const text =
        "# c\n<x:a> <x:p> <x:b> .\n_:c <x:q> <x:a>. # c\n<x:a> <x:name> \"A \\\" <b> .\"@en .\n"
        "<x:a> <x:age> \"7\"^^<x:int> .\n<x:b> <x:p> _:c <x:graph> .\r\n";
    EXPECT_TRUE(detail::is_ntriples(text));
    Reading const all = reading(detail::read_ntriples, text, {.directed = true, .edge_labels = true, .names = true});
    EXPECT_EQ(name_pairs_of(all.graph), (NamePairs{{"_:c", "x:a"}, {"x:a", "x:b"}, {"x:b", "_:c"}}));
    EXPECT_EQ(edge_labels_of(all.graph), (std::vector<std::string>{"x:q", "x:p", "x:p"}));
    EXPECT_EQ(remarks(all), "2 triples whose object is a text or a number are passed over\n");
    for (char const* other : {"<a> <b>\n", "<a> <b> <c>\n", "a b c .\n", "<graphml>\n", "", "<a> <b> \"c .\n"}) {
        EXPECT_FALSE(detail::is_ntriples(other)) << other;
    }
    EXPECT_EQ(refusal(detail::read_ntriples, "<a> <b> <c> .\n<a> <b>\n"),
              "g.txt:2: the line is no triple; expected '<subject> <predicate> <object> .'");
}

} // namespace cerrado::test
