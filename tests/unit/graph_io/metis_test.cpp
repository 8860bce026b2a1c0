#include "helpers.hpp"

namespace cerrado::test {
namespace {

Graph read(std::string const& text) { return detail::read_buffer(text, "g.graph"); }
std::string error(std::string const& text) { return reading_error(text, "g.graph"); }

NamedEdges const path_of_three{{1, 2}, {2, 3}};

TEST(Metis, ReadsListsAndComments) {
    EXPECT_EQ(named_edges(read("% a comment\n3 2\n2\n% between\n1 3\n2\n")), path_of_three);
    EXPECT_EQ(named_edges(detail::read_buffer("3 2\r\n2\r\n1 3\r\n2", "G.METIS")), path_of_three);
}

TEST(Metis, KeepsVerticesWithoutNeighbours) {
    Graph const graph = read("4 1\n\n3\n2\n\n");
    EXPECT_EQ(ids_of(graph), (std::vector<OriginalId>{1, 2, 3, 4}));
    EXPECT_EQ(named_edges(graph), (NamedEdges{{2, 3}}));
    EXPECT_EQ(read("4 1\n\n3\n2\n").vertex_count(), 4u);
}

TEST(Metis, SkipsWeightsAndSizesAsTheFormatSays) {
    EXPECT_EQ(named_edges(read("3 2 0\n2\n1 3\n2\n")), path_of_three);
    EXPECT_EQ(named_edges(read("3 2 1\n2 9\n1 9 3 8\n2 8\n")), path_of_three);
    EXPECT_EQ(named_edges(read("3 2 010\n7 2\n7 1 3\n7 2\n")), path_of_three);
    EXPECT_EQ(named_edges(read("3 2 10 2\n7 7 2\n7 7 1 3\n7 7 2\n")), path_of_three);
    EXPECT_EQ(named_edges(read("3 2 100\n5 2\n5 1 3\n5 2\n")), path_of_three);
    EXPECT_EQ(named_edges(read("3 2 111 3\n5 7 7 7 2 0.5\n5 7 7 7 1 0.5 3 1\n5 7 7 7 2 1\n")), path_of_three);
}

TEST(Metis, AFileWithAllEdgesOncePerDirectionHasNoDuplicates) {
    EXPECT_EQ(read("3 2\n2\n1 3\n2\n").cleaning.duplicates, 0u);
    EXPECT_EQ(read("2 2\n2 2\n1 1\n").cleaning.duplicates, 1u);
}

TEST(Metis, DropsAndReportsSelfLoops) {
    Graph const graph = read("2 2\n1 1 2\n1\n");
    EXPECT_EQ(named_edges(graph), (NamedEdges{{1, 2}}));
    EXPECT_EQ(graph.cleaning.self_loops, 2u);
}

TEST(MetisErrors, Header) {
    EXPECT_EQ(error("% only this\n"),
              "input: g.graph:2: the file ends before the header; expected 'vertices edges [format]'");
    EXPECT_EQ(error("3\n2\n"), "input: g.graph:1: one number in the header; expected 'vertices edges [format]'");
    EXPECT_EQ(error("3 2 12\n2\n1 3\n2\n"), "input: g.graph:1: format 12; expected three digits of 0 and 1, like 011");
    EXPECT_EQ(error("3 2 11 1 1\n2\n1 3\n2\n"),
              "input: g.graph:1: more than four numbers in the header; expected 'vertices edges format constraints'");
    EXPECT_NE(error("3 2 10 999999999\n2\n").find("g.graph:1: 999999999 weights per vertex"), std::string::npos);
}

TEST(MetisErrors, HeaderIsNotTrustedWithMemory) {
    EXPECT_NE(error("4294967296 1\n2\n1\n").find("4294967296 vertices are more than 32 bits hold"), std::string::npos);
    EXPECT_NE(error("4000000000 1\n2\n1\n").find("g.graph:1: the header promises 4000000000 vertex lines"),
              std::string::npos);
    EXPECT_NE(error("2 4000000000000\n2\n1\n").find("g.graph:1: the header promises 4000000000000 edges"),
              std::string::npos);
}

TEST(MetisErrors, CountsThatDisagree) {
    EXPECT_EQ(error("3 1\n2\n1 3\n2\n"),
              "input: g.graph: the header promises 1 edge, the lists hold 4 entries; expected 2, two per edge");
    EXPECT_EQ(error("4 2\n2\n1 3\n"),
              "input: g.graph:4: the file ends after 2 of the 4 vertices that the header promises; fetch it again");
    EXPECT_EQ(error("2 2\n2\n1 \n2\n"),
              "input: g.graph:4: a line after the 2 vertices that the header promises; expected the file's end");
}

TEST(MetisErrors, Lists) {
    EXPECT_EQ(error("3 2\n2\n1 4\n2\n"), "input: g.graph:3: neighbour 4 is no vertex; expected 1 to 3");
    EXPECT_EQ(error("3 2\n2\n1 0\n2\n"), "input: g.graph:3: neighbour 0 is no vertex; expected 1 to 3");
    EXPECT_EQ(error("3 2\n2\n1 -3\n2\n"), "input: g.graph:3: negative neighbour -3; expected whole numbers from 0");
    EXPECT_EQ(error("3 2 1\n2 9\n1 9 3\n2 8\n"),
              "input: g.graph:3: the line ends before its edge weight; expected one as the header's format says");
    EXPECT_EQ(error("3 2 1\n2 x\n1 9 3 9\n2 8\n"),
              "input: g.graph:2: 'x' cannot be the edge weight; expected a number");
}

TEST(MetisErrors, EdgeInOneListOnly) {
    EXPECT_EQ(error("4 2\n2 3\n1\n\n1\n"),
              "input: g.graph: vertex 1 lists 3 more often than 3 lists 1; expected every edge in the lists of both "
              "its ends");
    EXPECT_EQ(error("4 2\n2\n1\n1\n1\n"),
              "input: g.graph: vertex 3 lists 1 more often than 1 lists 3; expected every edge in the lists of both "
              "its ends");
}

} // namespace
} // namespace cerrado::test
