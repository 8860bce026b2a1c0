#include "helpers.hpp"

namespace cerrado::test {
namespace {

Graph read(std::string_view text) { return detail::read_buffer(text, "graph.txt"); }

TEST(EdgeList, ReadsPlainPairs) {
    Graph const graph = read("0 1\n1 2\n2 0\n2 3\n");
    EXPECT_EQ(graph.vertex_count(), 4u);
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {0, 2}, {1, 2}, {2, 3}}));
    EXPECT_TRUE(graph.original_ids().empty());
    EXPECT_EQ(graph.source, "graph.txt");
}

TEST(EdgeList, SkipsCommentsAndBlankLines) {
    EXPECT_EQ(named_edges(read("# SNAP\n% KONECT sym\n\n  \t\n0 1\n  # indented\n\n1 2\n%")),
              (NamedEdges{{0, 1}, {1, 2}}));
}

TEST(EdgeList, TakesAnySeparators) {
    EXPECT_EQ(named_edges(read("0\t1\n1,2\n2; 3\n 3 ,\t 4 \n4|5\n5::6\n")),
              (NamedEdges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}}));
}

TEST(EdgeList, IgnoresFurtherColumns) {
    EXPECT_EQ(named_edges(read("0 1 0.5 1217567877\n1 2 -3 anything at all\n")), (NamedEdges{{0, 1}, {1, 2}}));
}

TEST(EdgeList, TakesWindowsLineEndsAndNoFinalLineEnd) {
    EXPECT_EQ(named_edges(read("0 1\r\n\r\n1 2 0.7\r\n2 3")), (NamedEdges{{0, 1}, {1, 2}, {2, 3}}));
    EXPECT_EQ(named_edges(read("0 1\r\n1 2\r")), (NamedEdges{{0, 1}, {1, 2}}));
}

TEST(EdgeList, SkipsByteOrderMark) {
    EXPECT_EQ(named_edges(read("\xEF\xBB\xBF"
                               "0 1\n")),
              (NamedEdges{{0, 1}}));
}

TEST(EdgeList, DropsAndReportsLoopsAndDuplicates) {
    Graph const graph = read("0 1\n1 0\n0 1\n1 1\n2 2\n0 3\n");
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {0, 3}}));
    EXPECT_EQ(graph.cleaning.self_loops, 2u);
    EXPECT_EQ(graph.cleaning.duplicates, 2u);
}

TEST(EdgeList, AVertexWithLoopsAloneIsNoVertex) {
    EXPECT_EQ(ids_of(read("0 1\n7 7\n")), (std::vector<OriginalId>{0, 1}));
}

} // namespace
} // namespace cerrado::test
