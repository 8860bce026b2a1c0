#include "helpers.hpp"

namespace cerrado::test {
namespace {

Graph read(std::string const& text) { return detail::read_buffer(text, "g.mtx"); }
std::string error(std::string const& text) { return reading_error(text, "g.mtx"); }

std::string const pattern = "%%MatrixMarket matrix coordinate pattern general\n";

TEST(MatrixMarket, ReadsEveryFieldAndSymmetry) {
    for (std::string field : {"pattern", "real", "integer", "unsigned-integer", "Double", "complex"}) {
        for (std::string symmetry : {"general", "symmetric", "skew-symmetric", "Hermitian"}) {
            Graph const graph = read("%%matrixmarket MATRIX coordinate " + field + " " + symmetry +
                                     "\n% a comment\n%\n\n 3 3 2\n2 1 0.5 1\n3 2 -1e9 2\n");
            EXPECT_EQ(named_edges(graph), (NamedEdges{{1, 2}, {2, 3}})) << field << symmetry;
        }
    }
}

TEST(MatrixMarket, KeepsRowsWithoutEntriesAndCountsFromOne) {
    Graph const graph = read(pattern + "5 5 1\n2 4\n");
    EXPECT_EQ(ids_of(graph), (std::vector<OriginalId>{1, 2, 3, 4, 5}));
    EXPECT_EQ(named_edges(graph), (NamedEdges{{2, 4}}));
}

TEST(MatrixMarket, CleansBothTrianglesAndTheDiagonal) {
    Graph const graph = read(pattern + "3 3 4\n1 2\n2 1\n3 3\n2 3");
    EXPECT_EQ(named_edges(graph), (NamedEdges{{1, 2}, {2, 3}}));
    EXPECT_EQ(graph.cleaning.self_loops, 1u);
    EXPECT_EQ(graph.cleaning.duplicates, 1u);
}

TEST(MatrixMarket, BannerDecidesWhateverTheExtension) {
    EXPECT_EQ(named_edges(detail::read_buffer(pattern + "2 2 1\n1 2\n", "g.txt")), (NamedEdges{{1, 2}}));
    EXPECT_EQ(named_edges(detail::read_buffer(pattern + "2 2 1\n1 2\n", "g.graph")), (NamedEdges{{1, 2}}));
}

TEST(MatrixMarket, HasOneMarkOrBlanksBeforeTheBanner) {
    std::string const rest = "MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n";
    for (std::string before : {"%", " %%", "\n\t%%", "\xEF\xBB\xBF%%"}) {
        EXPECT_EQ(named_edges(detail::read_buffer(before + rest, "g.txt")), (NamedEdges{{1, 2}})) << before;
    }
}

TEST(MatrixMarket, HasTheSizeLineBehindTheCommentMark) {
    auto const remarks = [](std::string const& text, std::uint64_t edges = 2) {
        ReadReport report;
        Graph const graph = detail::read_matrix_market(text, "g.mtx", {}, report);
        EXPECT_EQ(graph.vertex_count(), 4u);
        EXPECT_EQ(graph.edge_count(), edges);
        return report.remarks;
    };
    std::vector<std::string> const said{"the size line stands behind '%': 4 rows, 4 columns, 2 entries"};
    EXPECT_EQ(remarks(pattern + "% 4 4 2\n2 1\n4 3\n"), said);
    EXPECT_EQ(remarks(pattern + "% a comment\n%% 4 4 2\n\n2 1 7\n4 3 7\n% end"), said);
    EXPECT_EQ(remarks(pattern + "%4 4 2\r\n3 3 5\r\n2 1 1\r\n", 1), said)
        << "3 3 is an entry: one line follows, not five";
    EXPECT_EQ(remarks(pattern + "% 4 4 3\n4 4 2\n2 1\n4 3\n"), std::vector<std::string>{}) << "the numbers are words";
    for (std::string const entries : {"2 1\n4 3\n", "2 1 1\n4 3 1\n"}) {
        EXPECT_NE(
            error(pattern + "% 4 4 3\n" + entries).find("no size line; a comment '% 4 4 3' may be it, but 2 lines"),
            std::string::npos);
        EXPECT_NE(error(pattern + "% 4 5 2\n" + entries).find("a matrix of 4 rows and 5 columns"), std::string::npos);
    }
    EXPECT_NE(error(pattern + "2 1\n4 3\n").find("g.mtx:2: an incomplete size line, or none"), std::string::npos);
}

TEST(MatrixMarket, OfArraysHasTheEntriesThatAreNotZero) {
    auto const dense = [](std::string const& words, std::string const& rest) {
        return read("%%MatrixMarket matrix array " + words + "\n% c\n" + rest);
    };
    EXPECT_EQ(named_edges(dense("real general", "3 3\n0\n1e-400\n0\n0.0\n0\n-2.5\n-0\n0e5\n+0\n")),
              (NamedEdges{{1, 2}, {2, 3}}));
    EXPECT_EQ(named_edges(dense("integer symmetric", "3 3\n0\n1\n0\n0\n1\n0")), (NamedEdges{{1, 2}, {2, 3}}));
    EXPECT_EQ(named_edges(dense("integer skew-symmetric", "3 3\n1\n0\n1\n")), (NamedEdges{{1, 2}, {2, 3}}));
    EXPECT_EQ(named_edges(dense("complex general", "2 2\n0 0\n0 0\n0 -1\n0 0\n")), (NamedEdges{{1, 2}}));
    auto const says = [](std::string const& rest) {
        return error("%%MatrixMarket matrix array real general\n" + rest);
    };
    EXPECT_NE(says("2 2\n0\n1\n1\n").find("the file ends before the last entry"), std::string::npos);
    EXPECT_NE(says("2 2\n0\n1\n1\n0\n0\n").find("g.mtx:7: a number after the last entry"), std::string::npos);
    EXPECT_NE(says("2 2\n0\nx\n1\n0\n").find("g.mtx:4: 'x' is no number"), std::string::npos);
    EXPECT_NE(says("4000000000 4000000000\n0\n").find("g.mtx:2: the header promises"), std::string::npos);
    EXPECT_NE(says("2 3\n0\n").find("square"), std::string::npos);
}

TEST(MatrixMarket, OfAGeneralMatrixHasDirections) {
    std::string const text = pattern + "3 3 3\n1 2\n2 1\n3 2\n";
    ReadReport report;
    Graph const graph = detail::read_matrix_market(text, "g.mtx", {.directed = true}, report);
    EXPECT_EQ(count_arcs_or_edges(graph), 3u);
    EXPECT_TRUE(read(text).cleaning.directed);
    EXPECT_FALSE(read(pattern + "3 3 2\n1 2\n2 1\n").cleaning.directed) << "each is there both ways";
    EXPECT_NE(error_of([&] {
                  detail::read_matrix_market("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
                                             "g.mtx", {.directed = true}, report);
              }).find("g.mtx:1: a symmetric matrix has no directions"),
              std::string::npos);
}

TEST(MatrixMarketErrors, Banner) {
    EXPECT_EQ(error("3 3 2\n1 2\n2 3\n"),
              "input: g.mtx:1: no '%%MatrixMarket' banner; expected one at the beginning of a .mtx file");
    EXPECT_EQ(error("%%MatrixMarket vector array real general\n2 2\n1\n0\n0\n1\n"),
              "input: g.mtx:1: 'vector array' in the banner; expected 'matrix coordinate' or 'matrix array'");
    EXPECT_NE(error("%%MatrixMarket matrix coordinate text general\n").find("g.mtx:1: field 'text'"),
              std::string::npos);
    EXPECT_NE(error("%%MatrixMarket matrix coordinate real diagonal\n").find("g.mtx:1: symmetry 'diagonal'"),
              std::string::npos);
    EXPECT_NE(error("%%MatrixMarket").find("g.mtx:1: ' ' in the banner"), std::string::npos);
}

TEST(MatrixMarketErrors, SizeLine) {
    EXPECT_EQ(error(pattern), "input: g.mtx:2: the file ends before the size line; expected 'rows columns entries'");
    EXPECT_EQ(error(pattern + "3 3\n"),
              "input: g.mtx:2: an incomplete size line, or none; expected 'rows columns entries' before the entries");
    EXPECT_EQ(error(pattern + "3 3 1 1\n1 2\n"),
              "input: g.mtx:2: more than the sizes on the size line; expected 'rows columns entries'");
    EXPECT_EQ(error(pattern + "3 4 1\n1 2\n"),
              "input: g.mtx:2: a matrix of 3 rows and 4 columns; expected a square adjacency matrix. The bipartite "
              "graph of its "
              "rows and columns: `awk '!/^%/ && n++ {print $1, $2 + 3}' FILE | cerrado info -`");
}

TEST(MatrixMarketErrors, MoreVerticesThan32Bits) {
    EXPECT_EQ(error(pattern + "4294967296 4294967296 1\n1 2\n"),
              "input: g.mtx:2: 4294967296 vertices are more than 32 bits hold; expected at most 4294967295, split or "
              "sample the graph");
}

TEST(MatrixMarketErrors, HeaderIsNotTrustedWithMemory) {
    EXPECT_NE(error(pattern + "4000000000 4000000000 1\n1 2\n")
                  .find("g.mtx:2: the header promises 4000000000 vertices in 5 bytes"),
              std::string::npos);
    EXPECT_NE(
        error(pattern + "3 3 1000000000000000\n1 2\n").find("g.mtx:2: the header promises 1000000000000000 entries"),
        std::string::npos);
    EXPECT_EQ(read(pattern + "1000000 1000000 1\n1 1000000\n").vertex_count(), 1000000u);
}

TEST(MatrixMarketErrors, Entries) {
    EXPECT_EQ(error(pattern + "3 3 1\n1 4\n"), "input: g.mtx:3: column 4 is outside the matrix; expected 1 to 3");
    EXPECT_EQ(error(pattern + "3 3 1\n0 1\n"), "input: g.mtx:3: row 0 is outside the matrix; expected 1 to 3");
    EXPECT_EQ(error(pattern + "3 3 2\n1 2\n3\n"),
              "input: g.mtx:4: one number, 3, on the line; expected a row and a column (is the file truncated?)");
    EXPECT_EQ(error(pattern + "3 3 1\n1 2\n2 3\n"),
              "input: g.mtx:4: an entry after the 1 that the header promises; expected the file's end");
    EXPECT_EQ(error(pattern + "3 3 2\n1 2     \n"),
              "input: g.mtx:4: the file ends after 1 of the 2 entries that the header promises; fetch it again");
    EXPECT_EQ(error(pattern + "3 3 1\n1 -2\n"), "input: g.mtx:3: negative column -2; expected whole numbers from 0");
}

TEST(MatrixMarketErrors, NoEdge) {
    EXPECT_EQ(error(pattern + "3 3 0\n"),
              "input: g.mtx: no edge in the file; expected at least one, is it the right file?");
}

} // namespace
} // namespace cerrado::test
