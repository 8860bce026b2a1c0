#include "helpers.hpp"

#include <cerrado/graph/io/formats.hpp>

namespace cerrado::test {
namespace {

using detail::is_gml;
using detail::read_gml;
using detail::write_gml;

std::string refused(std::string_view text) { return refusal(read_gml, text); }

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
    EXPECT_EQ(labels_of(all.graph), (std::vector<std::string>{"New ] Town", "Old \"Town\" & more", "", ""}));
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
    EXPECT_NE(refusal(read_gml, networkx, {.directed = true}).find("no directions"), std::string::npos);
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
    EXPECT_EQ(refused("graph [\nnode [ id 1 ]\nedge [ source 1\n target 2 ]\n]"),
              "g.txt:4: an edge ends at 2, and there is no node of this id; expected one");
    EXPECT_EQ(refused("graph [\nnode [ id 1 ]\nnode [ id 1 ] ]"), "g.txt:3: a second node of the id 1; give it one");
    EXPECT_NE(refused("graph [\n node [ label \"x\" ] ]").find("g.txt:2: a node without an id"), std::string::npos);
    EXPECT_NE(refused("graph [\n node [ id [ ] ] ]").find("g.txt:2: no id behind 'id'"), std::string::npos);
    EXPECT_NE(refused("graph [\n edge [ source 1 ] ]").find("g.txt:2: an edge without source or target"),
              std::string::npos);
    EXPECT_NE(refused("graph [\n node [ id 1 ]\n").find("g.txt:1: a '[' without its ']'"), std::string::npos);
    EXPECT_NE(refused("graph [ ] graph [ ]").find("a second graph"), std::string::npos);
    EXPECT_NE(refused("graph [ node [ id 1 graph [ ] ] ]").find("a graph within a node"), std::string::npos);
    EXPECT_NE(refused("graph [ graph [ ] ]").find("a graph within the graph"), std::string::npos);
    EXPECT_NE(refused("graph [ node [ id 1 label \"a ] ]\n").find("a quotation mark without"), std::string::npos);
    EXPECT_NE(refused("graph [ directed ]").find("no value behind 'directed'"), std::string::npos);
    EXPECT_NE(refused("graph [ 5 6 ]").find("'5' where a key was expected"), std::string::npos);
    EXPECT_NE(refused("Creator \"x\"\n").find("g.txt: no 'graph ['"), std::string::npos);
    EXPECT_NE(refused("graph [ ] \x01").find("binary data"), std::string::npos);
}

TEST(Gml, HasBracketsOfAnyDepth) {
    std::string const open(1000000, '['), key = "graph [ drawing ";
    EXPECT_NE(refused(key + open).find("a '[' without its ']'"), std::string::npos);
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

} // namespace cerrado::test
