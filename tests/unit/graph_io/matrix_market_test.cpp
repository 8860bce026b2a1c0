#include "helpers.hpp"

namespace cerrado::test {
namespace {

Graph read(std::string const& text) { return detail::read_buffer(text, "g.mtx"); }
std::string error(std::string const& text) { return reading_error(text, "g.mtx"); }

std::string const pattern = "%%MatrixMarket matrix coordinate pattern general\n";

TEST(MatrixMarket, ReadsEveryFieldAndSymmetry) {
    for (std::string field : {"pattern", "real", "integer", "Double", "complex"}) {
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

TEST(MatrixMarketErrors, Banner) {
    EXPECT_EQ(error("3 3 2\n1 2\n2 3\n"),
              "input: g.mtx:1: no '%%MatrixMarket' banner; expected one at the beginning of a .mtx file");
    EXPECT_EQ(error("%%MatrixMarket matrix array real general\n2 2\n1\n0\n0\n1\n"),
              "input: g.mtx:1: 'matrix array' in the banner; expected 'matrix coordinate', convert a dense matrix to a "
              "sparse one");
    EXPECT_NE(error("%%MatrixMarket matrix coordinate text general\n").find("g.mtx:1: field 'text'"),
              std::string::npos);
    EXPECT_NE(error("%%MatrixMarket matrix coordinate real diagonal\n").find("g.mtx:1: symmetry 'diagonal'"),
              std::string::npos);
    EXPECT_NE(error("%%MatrixMarket").find("g.mtx:1: ' ' in the banner"), std::string::npos);
}

TEST(MatrixMarketErrors, SizeLine) {
    EXPECT_EQ(error(pattern), "input: g.mtx:2: the file ends before the size line; expected 'rows columns entries'");
    EXPECT_EQ(error(pattern + "3 3\n"), "input: g.mtx:2: an incomplete size line; expected 'rows columns entries'");
    EXPECT_EQ(error(pattern + "3 3 1 1\n1 2\n"),
              "input: g.mtx:2: more than three sizes; expected 'rows columns entries'");
    EXPECT_EQ(error(pattern + "3 4 1\n1 2\n"),
              "input: g.mtx:2: a matrix of 3 rows and 4 columns; expected a square adjacency matrix");
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
