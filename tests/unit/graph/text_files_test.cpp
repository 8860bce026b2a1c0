#include "unit/graph/helpers.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/open.hpp>

namespace cerrado::test {

namespace {

Graph read_matrix_market(std::string const& text) { return detail::read_buffer(text, "g.mtx"); }
std::string matrix_market_error(std::string const& text) { return reading_error(text, "g.mtx"); }

std::string const pattern = "%%MatrixMarket matrix coordinate pattern general\n";

TEST(MatrixMarket, ReadsEveryFieldAndSymmetry) {
    for (std::string field : {"pattern", "real", "integer", "unsigned-integer", "Double", "complex"}) {
        for (std::string symmetry : {"general", "symmetric", "skew-symmetric", "Hermitian"}) {
            Graph const graph = read_matrix_market("%%matrixmarket MATRIX coordinate " + field + " " + symmetry +
                                                   "\n% a comment\n%\n\n 3 3 2\n2 1 0.5 1\n3 2 -1e9 2\n");
            EXPECT_EQ(named_edges(graph), (NamedEdges{{1, 2}, {2, 3}})) << field << symmetry;
        }
    }
}

TEST(MatrixMarket, KeepsRowsWithoutEntriesAndCountsFromOne) {
    Graph const graph = read_matrix_market(pattern + "5 5 1\n2 4\n");
    EXPECT_EQ(ids_of(graph), (std::vector<OriginalId>{1, 2, 3, 4, 5}));
    EXPECT_EQ(named_edges(graph), (NamedEdges{{2, 4}}));
}

TEST(MatrixMarket, CleansBothTrianglesAndTheDiagonal) {
    Graph const graph = read_matrix_market(pattern + "3 3 4\n1 2\n2 1\n3 3\n2 3");
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
    std::vector<std::string> const said{"the size line is taken from a comment: 4 rows, 4 columns, 2 entries"};
    EXPECT_EQ(remarks(pattern + "% 4 4 2\n2 1\n4 3\n"), said);
    EXPECT_EQ(remarks(pattern + "% a comment\n%% 4 4 2\n\n2 1 7\n4 3 7\n% end"), said);
    EXPECT_EQ(remarks(pattern + "%4 4 2\r\n3 3 5\r\n2 1 1\r\n", 1), said)
        << "3 3 is an entry: one line follows, not five";
    EXPECT_EQ(remarks(pattern + "% 4 4 3\n4 4 2\n2 1\n4 3\n"), std::vector<std::string>{}) << "the numbers are words";
    for (std::string const entries : {"2 1\n4 3\n", "2 1 1\n4 3 1\n"}) {
        EXPECT_NE(matrix_market_error(pattern + "% 4 4 3\n" + entries)
                      .find("no size line; the comment '% 4 4 3' may be it, but 2 lines"),
                  std::string::npos);
        EXPECT_NE(matrix_market_error(pattern + "% 4 5 2\n" + entries).find("a matrix of 4 rows and 5 columns"),
                  std::string::npos);
    }
    EXPECT_NE(matrix_market_error(pattern + "2 1\n4 3\n").find("g.mtx:2: an incomplete size line, or none"),
              std::string::npos);
}

TEST(MatrixMarket, OfArraysHasTheEntriesThatAreNotZero) {
    auto const dense = [](std::string const& words, std::string const& rest) {
        return read_matrix_market("%%MatrixMarket matrix array " + words + "\n% c\n" + rest);
    };
    EXPECT_EQ(named_edges(dense("real general", "3 3\n0\n1e-400\n0\n0.0\n0\n-2.5\n-0\n0e5\n+0\n")),
              (NamedEdges{{1, 2}, {2, 3}}));
    EXPECT_EQ(named_edges(dense("integer symmetric", "3 3\n0\n1\n0\n0\n1\n0")), (NamedEdges{{1, 2}, {2, 3}}));
    EXPECT_EQ(named_edges(dense("integer skew-symmetric", "3 3\n1\n0\n1\n")), (NamedEdges{{1, 2}, {2, 3}}));
    EXPECT_EQ(named_edges(dense("complex general", "2 2\n0 0\n0 0\n0 -1\n0 0\n")), (NamedEdges{{1, 2}}));
    Graph const with_nan = dense("real general", "2 2\n0\nnan\n1\ninf\n");
    EXPECT_EQ(named_edges(with_nan), (NamedEdges{{1, 2}}));
    EXPECT_EQ(with_nan.read_as->remarks,
              (std::vector<std::string>{"2 entries are NaN or infinite, which are no edges"}));
    auto const says = [](std::string const& rest) {
        return matrix_market_error("%%MatrixMarket matrix array real general\n" + rest);
    };
    EXPECT_NE(says("2 2\n0\n1\n1\n").find("the file ends before the last entry"), std::string::npos);
    EXPECT_NE(says("2 2\n0\n1\n1\n0\n0\n").find("g.mtx:7: a number after the last entry"), std::string::npos);
    EXPECT_NE(says("2 2\n0\nx\n1\n0\n").find("g.mtx:4: 'x' is not a number"), std::string::npos);
    EXPECT_NE(says("4000000000 4000000000\n0\n").find("g.mtx:2: the header promises"), std::string::npos);
    EXPECT_NE(says("2 3\n0\n").find("square"), std::string::npos);
}

TEST(MatrixMarket, OfAGeneralMatrixHasDirections) {
    std::string const text = pattern + "3 3 3\n1 2\n2 1\n3 2\n";
    ReadReport report;
    Graph const graph = detail::read_matrix_market(text, "g.mtx", {.directed = true}, report);
    EXPECT_EQ(count_arcs_or_edges(graph), 3u);
    EXPECT_TRUE(read_matrix_market(text).cleaning.directed);
    EXPECT_FALSE(read_matrix_market(pattern + "3 3 2\n1 2\n2 1\n").cleaning.directed) << "each is there both ways";
    EXPECT_NE(error_of([&] {
                  detail::read_matrix_market("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
                                             "g.mtx", {.directed = true}, report);
              }).find("g.mtx:1: a symmetric matrix has no directions"),
              std::string::npos);
}

TEST(MatrixMarketErrors, Banner) {
    EXPECT_EQ(matrix_market_error("3 3 2\n1 2\n2 3\n"),
              "input: g.mtx:1: no '%%MatrixMarket' banner; a .mtx file must begin with one");
    EXPECT_EQ(matrix_market_error("%%MatrixMarket vector array real general\n2 2\n1\n0\n0\n1\n"),
              "input: g.mtx:1: 'vector array' in the banner; expected 'matrix coordinate' or 'matrix array'");
    EXPECT_NE(matrix_market_error("%%MatrixMarket matrix coordinate text general\n").find("g.mtx:1: field 'text'"),
              std::string::npos);
    EXPECT_NE(
        matrix_market_error("%%MatrixMarket matrix coordinate real diagonal\n").find("g.mtx:1: symmetry 'diagonal'"),
        std::string::npos);
    EXPECT_NE(matrix_market_error("%%MatrixMarket").find("g.mtx:1: ' ' in the banner"), std::string::npos);
}

TEST(MatrixMarketErrors, SizeLine) {
    EXPECT_EQ(matrix_market_error(pattern),
              "input: g.mtx:2: the file ends before the size line; expected 'rows columns entries'");
    EXPECT_EQ(matrix_market_error(pattern + "3 3\n"),
              "input: g.mtx:2: an incomplete size line, or none; expected 'rows columns entries' before the entries");
    EXPECT_EQ(matrix_market_error(pattern + "3 3 1 1\n1 2\n"),
              "input: g.mtx:2: more than the sizes on the size line; expected 'rows columns entries'");
    EXPECT_EQ(matrix_market_error(pattern + "3 4 1\n1 2\n"),
              "input: g.mtx:2: a matrix of 3 rows and 4 columns; expected a square adjacency matrix. The bipartite "
              "graph of its "
              "rows and columns: `awk '!/^%/ && n++ {print $1, $2 + 3}' FILE | cerrado info -`");
}

TEST(MatrixMarketErrors, MoreVerticesThan32Bits) {
    EXPECT_EQ(matrix_market_error(pattern + "4294967296 4294967296 1\n1 2\n"),
              "input: g.mtx:2: there are 4294967296 vertices; expected at most 4294967295, as 32 bits cannot number "
              "more, split or "
              "sample the graph");
}

TEST(MatrixMarketErrors, HeaderIsNotTrustedWithMemory) {
    EXPECT_NE(matrix_market_error(pattern + "4000000000 4000000000 1\n1 2\n")
                  .find("g.mtx:2: the header promises 4000000000 vertices in 5 bytes"),
              std::string::npos);
    EXPECT_NE(matrix_market_error(pattern + "3 3 1000000000000000\n1 2\n")
                  .find("g.mtx:2: the header promises 1000000000000000 entries"),
              std::string::npos);
    EXPECT_EQ(read_matrix_market(pattern + "1000000 1000000 1\n1 1000000\n").vertex_count(), 1000000u);
}

TEST(MatrixMarketErrors, Entries) {
    EXPECT_EQ(matrix_market_error(pattern + "3 3 1\n1 4\n"),
              "input: g.mtx:3: column 4 is outside of the matrix; expected a number from 1 to 3");
    EXPECT_EQ(matrix_market_error(pattern + "3 3 1\n0 1\n"),
              "input: g.mtx:3: row 0 is outside of the matrix; expected a number from 1 to 3");
    EXPECT_EQ(matrix_market_error(pattern + "3 3 2\n1 2\n3\n"),
              "input: g.mtx:4: the line has one number, 3; expected a row and a column (is the file truncated?)");
    EXPECT_EQ(matrix_market_error(pattern + "3 3 1\n1 2\n2 3\n"),
              "input: g.mtx:4: the file has more entries than the 1 that the header promises; expected the file's end");
    EXPECT_EQ(matrix_market_error(pattern + "3 3 2\n1 2     \n"),
              "input: g.mtx:4: the file ends after 1 of the 2 entries that the header promises; fetch it again");
    EXPECT_EQ(matrix_market_error(pattern + "3 3 1\n1 -2\n"),
              "input: g.mtx:3: negative column -2; expected whole numbers from 0");
}

TEST(MatrixMarketErrors, NoEdge) {
    EXPECT_EQ(matrix_market_error(pattern + "3 3 0\n"),
              "input: g.mtx: the file has no edge; expected at least one, is it the right file?");
}

Graph read_metis(std::string const& text) { return detail::read_buffer(text, "g.graph"); }
std::string metis_error(std::string const& text) { return reading_error(text, "g.graph"); }

NamedEdges const path_of_three{{1, 2}, {2, 3}};

TEST(Metis, ReadsListsAndComments) {
    EXPECT_EQ(named_edges(read_metis("% a comment\n3 2\n2\n% between\n1 3\n2\n")), path_of_three);
    EXPECT_EQ(named_edges(detail::read_buffer("3 2\r\n2\r\n1 3\r\n2", "G.METIS")), path_of_three);
}

TEST(Metis, KeepsVerticesWithoutNeighbours) {
    Graph const graph = read_metis("4 1\n\n3\n2\n\n");
    EXPECT_EQ(ids_of(graph), (std::vector<OriginalId>{1, 2, 3, 4}));
    EXPECT_EQ(named_edges(graph), (NamedEdges{{2, 3}}));
    EXPECT_EQ(read_metis("4 1\n\n3\n2\n").vertex_count(), 4u);
}

TEST(Metis, SkipsWeightsAndSizesAsTheFormatSays) {
    EXPECT_EQ(named_edges(read_metis("3 2 0\n2\n1 3\n2\n")), path_of_three);
    EXPECT_EQ(named_edges(read_metis("3 2 1\n2 9\n1 9 3 8\n2 8\n")), path_of_three);
    EXPECT_EQ(named_edges(read_metis("3 2 010\n7 2\n7 1 3\n7 2\n")), path_of_three);
    EXPECT_EQ(named_edges(read_metis("3 2 10 2\n7 7 2\n7 7 1 3\n7 7 2\n")), path_of_three);
    EXPECT_EQ(named_edges(read_metis("3 2 100\n5 2\n5 1 3\n5 2\n")), path_of_three);
    EXPECT_EQ(named_edges(read_metis("3 2 111 3\n5 7 7 7 2 0.5\n5 7 7 7 1 0.5 3 1\n5 7 7 7 2 1\n")), path_of_three);
}

TEST(Metis, AFileWithAllEdgesOncePerDirectionHasNoDuplicates) {
    EXPECT_EQ(read_metis("3 2\n2\n1 3\n2\n").cleaning.duplicates, 0u);
    EXPECT_EQ(read_metis("2 2\n2 2\n1 1\n").cleaning.duplicates, 1u);
}

TEST(Metis, DropsAndReportsSelfLoops) {
    Graph const graph = read_metis("2 2\n1 1 2\n1\n");
    EXPECT_EQ(named_edges(graph), (NamedEdges{{1, 2}}));
    EXPECT_EQ(graph.cleaning.self_loops, 2u);
}

TEST(MetisErrors, Header) {
    EXPECT_EQ(metis_error("% only this\n"),
              "input: g.graph:2: the file ends before the header; expected 'vertices edges [format]'");
    EXPECT_EQ(metis_error("3\n2\n"), "input: g.graph:1: the header has one number; expected 'vertices edges [format]'");
    EXPECT_EQ(metis_error("3 2 12\n2\n1 3\n2\n"),
              "input: g.graph:1: format 12; expected three digits of 0 and 1, such as 011");
    EXPECT_EQ(metis_error("3 2 11 1 1\n2\n1 3\n2\n"),
              "input: g.graph:1: the header has more than four numbers; expected 'vertices edges format constraints'");
    EXPECT_NE(metis_error("3 2 10 999999999\n2\n").find("g.graph:1: 999999999 weights per vertex"), std::string::npos);
}

TEST(MetisErrors, HeaderIsNotTrustedWithMemory) {
    EXPECT_NE(metis_error("4294967296 1\n2\n1\n").find("there are 4294967296 vertices; expected at most 4294967295"),
              std::string::npos);
    EXPECT_NE(metis_error("4000000000 1\n2\n1\n").find("g.graph:1: the header promises 4000000000 lines of vertices"),
              std::string::npos);
    EXPECT_NE(metis_error("2 4000000000000\n2\n1\n").find("g.graph:1: the header promises 4000000000000 edges"),
              std::string::npos);
}

TEST(MetisErrors, CountsThatDisagree) {
    EXPECT_EQ(
        metis_error("3 1\n2\n1 3\n2\n"),
        "input: g.graph: the header promises 1 edge, and the lists hold 4 entries; expected 2, two for each edge");
    EXPECT_EQ(metis_error("4 2\n2\n1 3\n"),
              "input: g.graph:4: the file ends after 2 of the 4 vertices that the header promises; fetch it again");
    EXPECT_EQ(metis_error("2 2\n2\n1 \n2\n"),
              "input: g.graph:4: a line comes after the 2 vertices that the header promises; expected the file's end");
}

TEST(MetisErrors, Lists) {
    EXPECT_EQ(metis_error("3 2\n2\n1 4\n2\n"), "input: g.graph:3: neighbour 4 is no vertex; expected 1 to 3");
    EXPECT_EQ(metis_error("3 2\n2\n1 0\n2\n"), "input: g.graph:3: neighbour 0 is no vertex; expected 1 to 3");
    EXPECT_EQ(metis_error("3 2\n2\n1 -3\n2\n"),
              "input: g.graph:3: negative neighbour -3; expected whole numbers from 0");
    EXPECT_EQ(metis_error("3 2 1\n2 9\n1 9 3\n2 8\n"),
              "input: g.graph:3: the line ends before its edge weight; expected one, as the header's format says");
    EXPECT_EQ(metis_error("3 2 1\n2 x\n1 9 3 9\n2 8\n"),
              "input: g.graph:2: 'x' cannot be the edge weight; expected a number");
}

TEST(MetisErrors, EdgeInOneListOnly) {
    EXPECT_EQ(metis_error("4 2\n2 3\n1\n\n1\n"),
              "input: g.graph: vertex 1 has 3 more often among its neighbours than 3 has 1; expected every edge in the "
              "lists of both "
              "its ends");
    EXPECT_EQ(metis_error("4 2\n2\n1\n1\n1\n"),
              "input: g.graph: vertex 3 has 1 more often among its neighbours than 1 has 3; expected every edge in the "
              "lists of both "
              "its ends");
}

} // namespace

// LG files: graphs with labels as programs for labelled graphs write them.

namespace {

class Lg : public TemporaryFolder {
protected:
    Graph read(std::string const& text, std::string const& name = "g.lg") {
        write(name, text);
        return open_graph(path(name));
    }
    std::string error(std::string const& text) { return reading_error(text, "g.lg"); }
};

} // namespace

TEST_F(Lg, HasVerticesWithLabelsAndEdges) {
    Graph const graph = read("# t 1\nv 5 B\nv 3 GO:0008150\nv 9\ne 5 3 x\ne 3 9 x\ne 9 3 x\ne 5 5 x\n");
    EXPECT_EQ(graph.vertex_count(), 3u);
    EXPECT_EQ(named_edges(graph), (NamedEdges{{3, 5}, {3, 9}}));
    EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"GO:0008150", "B", ""}));
    EXPECT_EQ(graph.cleaning.self_loops, 1u);
    EXPECT_EQ(graph.cleaning.duplicates, 1u);
}

TEST_F(Lg, IsKnownByItsContentWhateverItsName) {
    std::string const with_degrees = "t 3 2\nv 0 7 1\nv 1 5 2\nv 2 7 1\ne 0 1\ne 1 2\n";
    for (char const* name : {"g.graph", "g.txt", "g.lg"}) {
        Graph const graph = read(with_degrees, name);
        EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
        EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"7", "5", "7"}));
    }
    EXPECT_EQ(read("t # 0\nv 1\nv 2\ne 1 2\nt # -1\n").marks, nullptr);
    EXPECT_EQ(read("1 2\n", "g.txt").edge_count(), 1u) << "an edge list still";
}

TEST_F(Lg, MayHaveDirections) {
    write("g.lg", "v 1 a\nv 2 b\nv 3 a\ne 2 1\ne 2 3\ne 3 2\n");
    Graph const graph = open_directed_graph(path("g.lg"));
    EXPECT_EQ(count_arcs_or_edges(graph), 3u);
    EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"a", "b", "a"}));
}

TEST_F(Lg, KeepsLabelsOfEdges) {
    Graph const graph = read("v 0 A\nv 1 A\nv 2 B\ne 1 0 up\ne 1 2\n");
    EXPECT_EQ(graph.marks->edge_label_names, std::vector<std::string>{"up"});
    constexpr std::uint32_t none = GraphMarks::no_label;
    EXPECT_EQ(graph.marks->edge_labels, (std::vector<std::uint32_t>{0, 0, none, none}));
    EXPECT_FALSE(has_edge_labels(read("v 0\nv 1\ne 0 1\n")));
}

TEST_F(Lg, TwoLabelsOfAnEdgeMatterWhereLabelsOfEdgesAreAskedFor) {
    write("g.lg", "v 0 A\nv 1 A\nv 2 B\ne 0 1 9\ne 1 0 8\ne 1 2 9\n");
    std::vector<std::string> notes;
    auto const note = [&](std::string const& text) { notes.push_back(text); };
    Graph const graph = open_marked_graph(path("g.lg"), {.note = note});
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
    EXPECT_EQ(labels_of(graph), (std::vector<std::string>{"A", "A", "B"}));
    EXPECT_FALSE(has_edge_labels(graph));
    EXPECT_EQ(notes, std::vector<std::string>{path("g.lg") +
                                              ": read as LG; the edge from 1 to 0 is labelled '9' and '8'; give it "
                                              "one label; so labels of edges are left out"});
    Graph const directed = open_marked_graph(path("g.lg"), {.directed = true});
    EXPECT_EQ(directed.marks->edge_label_names.size(), 2u) << "an arc each";
}

TEST_F(Lg, TakesOneOfManyGraphs) {
    write("g.lg", "t # 0\nv 0 6\nv 1 6\nv 2 8\ne 0 1 1\ne 1 2 2\nt # 1\nv 0 6\nv 1 7\ne 0 1 3\nt # -1\nx\n");
    auto const graph = [&](std::uint64_t number) { return open_marked_graph(path("g.lg"), {.graph = number}); };
    EXPECT_EQ(labels_of(graph(1)), (std::vector<std::string>{"6", "6", "8"}));
    EXPECT_EQ(graph(1).edge_count(), 2u);
    EXPECT_EQ(labels_of(graph(2)), (std::vector<std::string>{"6", "7"}));
    EXPECT_EQ(graph(2).marks->edge_label_names, std::vector<std::string>{"3"});
    EXPECT_NE(error_of([&] { graph(3); }).find("g.lg: graph 3 was asked for, the file has 2"), std::string::npos);
    EXPECT_NE(error_of([&] { graph(0); }).find("give --graph 1 for the first, --graph 2 for this one"),
              std::string::npos);
}

TEST_F(Lg, OfSubdueHasEdgesAndArcs) {
    std::string const text = "% SUBDUE\nXP\nv 1 C\nv 2 C\nv 3 O\nu 1 2 single\nd 3 2 double\n";
    EXPECT_EQ(named_edges(read(text, "g.g")), (NamedEdges{{1, 2}, {2, 3}}));
    EXPECT_TRUE(read(text, "g.g").cleaning.directed);
    Graph const directed = open_directed_graph(path("g.g"));
    EXPECT_EQ(count_arcs_or_edges(directed), 3u);
    EXPECT_EQ(directed.marks->edge_label_names, (std::vector<std::string>{"double", "single"}));
    EXPECT_FALSE(read("v 1 C\nv 2 C\nu 1 2 x\n").cleaning.directed);
}

TEST_F(Lg, SaysWhatIsWrongAndWhere) {
    EXPECT_NE(error("t 1 1\n").find("g.lg: no vertex in the file"), std::string::npos);
    EXPECT_NE(error("v 0 A\ne 0 1\nv 1 A\n").find("g.lg:2: there is no line for vertex 1 before this edge"),
              std::string::npos);
    EXPECT_NE(error("v 0 A\nv 0 B\n").find("g.lg:2: vertex 0 has a line already"), std::string::npos);
    EXPECT_NE(error("t # 0\nv 0 1\nt # 1\nv 0 1\n").find("g.lg:3: a second graph begins"), std::string::npos);
    EXPECT_NE(error("v 0 1\nx 0 1\n").find("g.lg:2: 'x'; expected"), std::string::npos);
    write("two.lg", "v 0\nv 1\ne 0 1 x\ne 1 0 y\n");
    EXPECT_NE(error_of([&] {
                  open_marked_graph(path("two.lg"), {.edge_labels = true});
              }).find("two.lg: the edge from 1 to 0 is labelled 'x' and 'y'"),
              std::string::npos);
    EXPECT_NE(error("v a 1\n").find("g.lg:1: "), std::string::npos);
    EXPECT_NE(error("v 0 1\nv 1 2\n").find("the file has no edge"), std::string::npos);
}

} // namespace cerrado::test
