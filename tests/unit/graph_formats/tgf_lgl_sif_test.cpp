#include "helpers.hpp"

#include <cerrado/graph/io/formats.hpp>

namespace cerrado::test {
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
    EXPECT_EQ(refusal(read_tgf, "1 a\n2 b\n#\n1 3\n"), "g.txt:4: vertex 3 has no line before '#'");
    EXPECT_EQ(refusal(read_tgf, "1 a\n1 b\n#\n"), "g.txt:2: vertex 1 has a line already; give it one");
    EXPECT_EQ(refusal(read_tgf, "1 a\n2 b\n#\n\n1\n"), "g.txt:5: one id on a line of edges; expected two");
    EXPECT_NE(refusal(read_tgf, "1 2\n2 3\n").find("no line '#' in the file"), std::string::npos);
    EXPECT_NE(refusal(read_tgf, "1 a\x01\n#\n").find("g.txt:1: binary data"), std::string::npos);
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
    EXPECT_EQ(refusal(read_lgl, "a b\n"), "g.txt:1: 'a b' before the first vertex; expected '# name'");
    EXPECT_NE(refusal(read_lgl, "# a\nb 1 2\n").find("g.txt:2: 'b 1 2'; expected"), std::string::npos);
    EXPECT_NE(refusal(read_lgl, "# a b\n").find("g.txt:1: '# a b'; expected"), std::string::npos);
    EXPECT_NE(refusal(read_lgl, "#\n").find("g.txt:1: no name behind '#'"), std::string::npos);
    EXPECT_NE(refusal(read_lgl, "# a\nb\n", {.directed = true}).find("no directions"), std::string::npos);
}

TEST(Lgl, IsKnownWhereNoLineIsAnEdge) {
    for (char const* text :
         {"# 1\n2\n3\n# 2\n3\n", "\n# a\nb 0.5\n\n# b\nc 1.5e-3\n", "#a\nb\n#c\n", "# GO:1\nGO:2\n# GO:2\n"})
        EXPECT_TRUE(is_lgl(text)) << text;
    for (char const* text : {"", "# 1\n2 1\n# 2\n3 1\n", "# nodes\n5\n# edges\n1 2\n", "# one\n2\n3\n",
                             "1\n# 2\n3\n# 4\n", "# a\n# b\n", "# a comment\nb\n# c\nd\n", "# a\nb c\n# b\n",
                             "# one\n# two\n1,2\n2,3\n", "# one\n# two\n1:2\n2:3\n", "# a\n# b\nx;y\n"}) {
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
    EXPECT_EQ(remarks(all), "columns end at tabs; 1 lines without a tab are vertices whose names hold blanks\n");
}

TEST(Sif, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(refusal(read_sif, "A pp B\nA B\n"),
              "g.txt:2: two columns; expected 'source type target', or a name alone");
    EXPECT_NE(refusal(read_sif, "A\tpp\tB\nA\t\tB\n").find("g.txt:2: nothing between two tabs"), std::string::npos);
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

} // namespace cerrado::test
