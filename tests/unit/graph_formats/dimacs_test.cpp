#include "helpers.hpp"

#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io/formats.hpp>

namespace cerrado::test {
namespace {

using detail::is_dimacs;
using detail::read_dimacs;
using detail::write_dimacs;

std::string refused(std::string_view text) { return refusal(read_dimacs, text); }

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
    EXPECT_NE(message.find("it has no directions"), std::string::npos);
}

TEST(Dimacs, ReadsBareLinesOfPace) {
    EXPECT_EQ(pairs_of(reading(read_dimacs,
                               "\xEF\xBB\xBF"
                               "c x\np tw 4 4\n1 2\n1 3\n2 3\n\n3 4\n")
                           .graph),
              paw);
    EXPECT_EQ(pairs_of(reading(read_dimacs, "p cep 4 4\n1 2\n1 3\n2 3\n3 4\n").graph), paw);
    EXPECT_EQ(refused("p tw 4 2\n1 2 3\n2 3\n"),
              "g.txt:2: more than two numbers on a line; expected an edge, 'vertex vertex'");
}

TEST(Dimacs, SaysWhereTheHeaderCountsOtherEdges) {
    EXPECT_EQ(remarks(reading(read_dimacs, "p col 3 4\ne 1 2\ne 2 3\n")), "") << "each edge counted twice";
    EXPECT_EQ(remarks(reading(read_dimacs, "p col 3 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n")), "") << "each edge listed twice";
    EXPECT_EQ(remarks(reading(read_dimacs, "p col 3 9\ne 1 2\ne 2 3\n")),
              "line 'p' promises 9 edges, the file has 2 lines of edges\n");
    EXPECT_EQ(refused("p sp 3 5\na 1 2 1\na 2 3 1\n"),
              "g.txt:3: the file ends after 2 of the 5 edges that line 'p' promises; fetch it again");
}

TEST(Dimacs, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(refused("p edge 3 1\ne 1 4\n"),
              "g.txt:2: vertex '4' where a vertex was expected, a whole number from 1 to 3");
    EXPECT_NE(refused("p edge 3 1\ne 0 1\n").find("g.txt:2: vertex '0'"), std::string::npos);
    EXPECT_NE(refused("p edge 3 1\ne 1\n").find("g.txt:2: no vertex where"), std::string::npos);
    EXPECT_NE(refused("p edge 3 1\nz 1 2\n").find("g.txt:2: 'z'; expected 'e vertex vertex'"), std::string::npos);
    EXPECT_NE(refused("e 1 2\n").find("g.txt:1: 'e' before the size"), std::string::npos);
    EXPECT_NE(refused("c nothing\n").find("g.txt: no line that tells its size"), std::string::npos);
    EXPECT_NE(refused("p edge 3 1\np edge 3 1\n").find("g.txt:2: a second line 'p'"), std::string::npos);
    EXPECT_NE(refused("p edge 4000000000 1\ne 1 2\n").find("g.txt:1: 4000000000 vertices in a file"),
              std::string::npos);
    EXPECT_NE(refused("p edge 5000000000 1\ne 1 2\n").find("more than 32 bits"), std::string::npos);
    EXPECT_NE(refused("p edge 3 1\ne 1\x01 2\n").find("g.txt:2: binary data"), std::string::npos);
    EXPECT_NE(refused("p motif 3 1\ne 1 2\n").find("a problem of the kind 'motif'"), std::string::npos);
    EXPECT_NE(refused("p cnf 3 1\n1 2 0\n").find("a problem of the kind 'cnf'"), std::string::npos);
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

} // namespace cerrado::test
