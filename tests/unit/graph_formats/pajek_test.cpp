#include "helpers.hpp"

#include <cerrado/graph/io/formats.hpp>

namespace cerrado::test {
namespace {

using detail::is_pajek;
using detail::read_pajek;
using detail::write_pajek;

std::string refused(std::string_view text) { return refusal(read_pajek, text); }
Pairs pairs_read(std::string_view text, ReadOptions const& options = {}) {
    return pairs_of(reading(read_pajek, text, options).graph);
}
ReadOptions const with_names{.names = true};

} // namespace

TEST(Pajek, ReadsEdgesAndArcs) {
    auto const all =
        reading(read_pajek, "\xEF\xBB\xBF% a comment\r\n\r\n*Vertices 5\r\n*Edges\r\n1 2\r\n1 3 1\r\n2 3\r\n3 4");
    EXPECT_EQ(pairs_of(all.graph), paw);
    EXPECT_EQ(all.graph.vertex_count(), 5u) << "those without an edge count";
    EXPECT_EQ(all.report.comments, 1u);
    EXPECT_EQ(pairs_read("*network tiny\n*VERTICES 4\n*arcs\n1 2 1\n1 3 1\n2 3 1\n3 4 1\n"), paw);
    std::string_view const both = "*Vertices 4\n*Arcs\n2 1\n*Edges\n1 3\n2 3\n*Arcs :2 \"other\"\n3 4\n";
    EXPECT_EQ(pairs_read(both), paw);
    EXPECT_EQ(pairs_read(both, {.directed = true}), (Pairs{{1, 3}, {2, 1}, {2, 3}, {3, 1}, {3, 2}, {3, 4}}));
    EXPECT_EQ(pairs_read("*Vertices 4\n*Edges :1\n1: 1 2 1\n1: 1 3 1\n2: 2 3 1\n2: 3 4 1\n"), paw);
}

TEST(Pajek, ReadsLists) {
    std::string_view const text = "*Vertices 6\n*Arcslist\n1 2 3 4\n2 3\n*Edgeslist\n5 4 6\n";
    EXPECT_EQ(pairs_read(text), (Pairs{{1, 2}, {1, 3}, {1, 4}, {2, 3}, {4, 5}, {5, 6}}));
    EXPECT_EQ(pairs_read(text, {.directed = true}),
              (Pairs{{1, 2}, {1, 3}, {1, 4}, {2, 3}, {4, 5}, {5, 4}, {5, 6}, {6, 5}}));
}

TEST(Pajek, ReadsMatrices) {
    EXPECT_EQ(pairs_read("*Vertices 4\n*Matrix\n0 1 1 0\n1 0 1 0\n1 1 0 1\n0 0 1.5 0\n"), paw);
    EXPECT_EQ(pairs_read("*Vertices 3\n*Matrix :1\n0 1 0\n0 0\n-2 0.0 0 +0\n", {.directed = true}),
              (Pairs{{1, 2}, {2, 3}}))
        << "a row may be spread over lines";
    std::string_view const two_modes = "*Vertices 5 2\n*Matrix\n1 0 1\n0 3 0\n";
    EXPECT_EQ(pairs_read(two_modes), (Pairs{{1, 3}, {1, 5}, {2, 4}}));
    EXPECT_NE(refusal(read_pajek, two_modes, {.directed = true}).find("no directions"), std::string::npos);
    EXPECT_EQ(refused("*Vertices 3\n*Matrix\n0 1 0\n1 0 1\n"),
              "g.txt:4: the matrix ends after 6 of its 9 numbers; fetch the file again");
    EXPECT_EQ(refused("*Vertices 2\n*Matrix\n0 1\n1 0 1\n"), "g.txt:4: a number behind the 4 of the matrix");
    EXPECT_EQ(refused("*Vertices 2\n*Matrix\n0 x\n1 0\n"), "g.txt:3: 'x' in a matrix; expected numbers");
}

TEST(Pajek, HasNamesWhereTheyAreAskedFor) {
    std::string_view const text =
        "*Vertices 4\n1 \"a b\" 0.1 0.2 0.5 ic Green\n2 c\n4 \"say \"hi\"\" 0.0\n*Edges\n1 2\n2 4\n4 3\n";
    EXPECT_EQ(pairs_read(text), (Pairs{{1, 2}, {2, 4}, {3, 4}}));
    EXPECT_FALSE(has_labels(reading(read_pajek, text).graph));
    EXPECT_EQ(name_pairs_of(reading(read_pajek, text, with_names).graph),
              (NamePairs{{"3", "say \"hi\""}, {"a b", "c"}, {"c", "say \"hi\""}}));
    std::string_view const twice = "*Vertices 2\n1 \"a\"\n2 \"a\"\n*Edges\n1 2\n";
    EXPECT_EQ(pairs_read(twice), (Pairs{{1, 2}}));
    EXPECT_NE(refusal(read_pajek, twice, with_names).find("two vertices are called 'a'"), std::string::npos);
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
    EXPECT_EQ(refused("*Vertices 3\n*Edges\n1 4\n"),
              "g.txt:3: vertex '4' where a vertex was expected, a whole number from 1 to 3");
    EXPECT_NE(refused("*Vertices 3\n0 \"a\"\n").find("g.txt:2: vertex '0'"), std::string::npos);
    EXPECT_NE(refused("*Vertices 3\n1 \"a\n").find("g.txt:2: a quotation mark without another"), std::string::npos);
    EXPECT_NE(refused("*Vertices 2\n*Events\n").find("g.txt:2: the section '*events' is not known"), std::string::npos);
    EXPECT_NE(refused("*Vertices\n").find("g.txt:1: no number behind"), std::string::npos);
    EXPECT_NE(refused("*Vertices 3 4\n").find("g.txt:1: '4' vertices of the first mode"), std::string::npos);
    EXPECT_NE(refused("*Edges\n1 2\n").find("g.txt:1: *edges before"), std::string::npos);
    EXPECT_NE(refused("*Network a\n1 2\n").find("g.txt:2: '1 2' before"), std::string::npos);
    EXPECT_NE(refused("% nothing\n").find("g.txt: no line '*Vertices n'"), std::string::npos);
    EXPECT_NE(refused("*Vertices 2\n*Edges\n1 2\n*Network b\n").find("g.txt:4: a second network"), std::string::npos);
    EXPECT_NE(refused("*Vertices 2\n*Edges\n1 2\n*Vertices 2\n").find("g.txt:4: a second '*Vertices'"),
              std::string::npos);
    EXPECT_NE(refused("*Vertices 4000000000\n").find("4000000000 vertices in a file of 21 bytes"), std::string::npos);
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

} // namespace cerrado::test
