// .npy files: types, orders and shapes, and what is refused.
#include "../graph_io/helpers.hpp"
#include "npy_files.hpp"

#include <cerrado/graph/io/formats.hpp>

namespace cerrado::test {
namespace {

Graph read(std::string const& bytes, ReadOptions const& options = {}) {
    ReadReport report;
    return detail::read_npy(bytes, "g.npy", options, report);
}
std::string error(std::string const& bytes, ReadOptions const& options = {}) {
    return error_of([&] { read(bytes, options); });
}
std::vector<std::string> remarks(std::string const& bytes) {
    ReadReport report;
    detail::read_npy(bytes, "g.npy", {}, report);
    return report.remarks;
}

NamedEdges const path_edges{{1, 2}, {2, 3}};

TEST(Npy, HasEdgesOfAnyTypeAndOrder) {
    EXPECT_TRUE(detail::is_npy(npy("<i8", "0, 2", "")));
    EXPECT_EQ(named_edges(read(npy<std::int32_t>("<i4", "2, 2", {1, 2, 3, 2}))), path_edges);
    EXPECT_EQ(named_edges(read(npy<std::uint64_t>("<u8", "2, 2", {1, 2, 3, 2}))), path_edges);
    EXPECT_EQ(named_edges(read(npy<std::uint8_t>("|u1", "2, 2", {1, 2, 3, 2}))), path_edges);
    EXPECT_EQ(named_edges(read(npy<double>("<f8", "2, 2", {1, 2, 3, 2}))), path_edges);
    EXPECT_EQ(named_edges(read(npy<float>("<f4", "2, 2", {1, 2, 3, 2}))), path_edges);
    EXPECT_EQ(named_edges(read(npy(">i2", "2, 2", std::string("\0\1\0\2\0\3\0\2", 8)))), path_edges);
    EXPECT_EQ(named_edges(read(npy("|i1", "2, 2", "\1\3\2\2", "True"))), path_edges) << "column by column";
    EXPECT_EQ(named_edges(read(npy<std::uint64_t>("<u8", "1, 2", {18446744073709551615u, 0}))),
              (NamedEdges{{0, 18446744073709551615u}}));
}

TEST(Npy, HasArcsWhereDirectionsAreAskedFor) {
    EXPECT_EQ(count_arcs_or_edges(read(npy("|i1", "3, 2", "\1\2\2\1\3\2"), {.directed = true})), 3u);
    EXPECT_EQ(read(npy("|i1", "3, 2", "\1\2\2\1\3\2")).cleaning.duplicates, 1u);
}

TEST(Npy, MayHaveAThirdColumnOrTwoRows) {
    std::string const three = npy("|i1", "2, 3", "\1\2\7\2\3\x8"),
                      weighted = npy("|i1", "4, 3", "\1\2\7\2\3\x8\3\1\7\3\3\7");
    EXPECT_NE(error(three).find("an array of shape (2, 3)"), std::string::npos) << "three edges, or two with weights";
    EXPECT_EQ(named_edges(read(weighted)), (NamedEdges{{1, 2}, {1, 3}, {2, 3}}));
    EXPECT_EQ(remarks(weighted), (std::vector<std::string>{"the third column of the array is left out"}));
    EXPECT_EQ(read(weighted, {.edge_labels = true}).marks->edge_label_names, (std::vector<std::string>{"7", "8"}));
    std::string const turned = npy("|i1", "2, 4", "\1\2\3\3\2\3\1\4");
    EXPECT_EQ(named_edges(read(turned)), (NamedEdges{{1, 2}, {1, 3}, {2, 3}, {3, 4}}));
    EXPECT_EQ(remarks(turned), (std::vector<std::string>{"two rows: the edges are the array's columns"}));
}

// A path 0-1-2 beside a vertex 3, as a matrix: what is zero in any type is no edge.
TEST(Npy, MayBeAnAdjacencyMatrix) {
    std::vector<double> const path{0, 1, 0, 0, 1, 0, 1, 0, 0, 1, -0.0, 0, 0, 0, 0, 0};
    Graph const graph = read(npy("<f8", "4, 4", path));
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
    EXPECT_EQ(graph.vertex_count(), 4u);
    EXPECT_EQ(graph.cleaning.duplicates, 0u);
    EXPECT_EQ(named_edges(read(npy("|b1", "4, 4", std::vector<char>(path.begin(), path.end())))), named_edges(graph));
    EXPECT_EQ(named_edges(read(npy("<i8", "4, 4", std::vector<std::int64_t>(path.begin(), path.end())))),
              named_edges(graph));
    EXPECT_NE(error(npy("<f8", "4, 4", path), {.directed = true}).find("it has no directions"), std::string::npos);
    std::vector<double> one_way = path;
    one_way[4] = 0;
    one_way[1] = 2.5;
    EXPECT_EQ(count_arcs_or_edges(read(npy("<f8", "4, 4", one_way), {.directed = true})), 3u);
    EXPECT_TRUE(read(npy("<f8", "4, 4", one_way)).cleaning.directed);
    EXPECT_EQ(remarks(npy("<f8", "4, 4", one_way)),
              (std::vector<std::string>{"a square array of 4 rows is taken as an adjacency matrix, its entries other "
                                        "than zero as edges"}));
}

TEST(Npy, SaysWhatIsWrong) {
    auto const says = [](std::string const& bytes, std::string const& part) {
        EXPECT_NE(error(bytes).find("input: g.npy: " + part), std::string::npos) << error(bytes);
    };
    std::string const whole = npy("|i1", "2, 2", "\1\2\3\2");
    for (std::size_t length = 6; length < whole.size(); ++length)
        says(whole.substr(0, length), "the npy data is truncated");
    says(whole + "x", "other bytes follow the array");
    says(npy("|i1", "1, 2", "\1\xFF"), "the element 1 is -1; expected a whole number from 0");
    says(npy<double>("<f8", "1, 2", {1, 2.5}), "the element 1 is 2.5; expected a whole number from 0");
    says(npy("|i1", "4", "\1\2\3\2"), "an array of shape (4)");
    says(npy("|i1", "1, 5", "\1\2\3\2\1"), "an array of shape (1, 5)");
    says(npy("|i1", "3, 3", std::string("\0\1\0\1\0\1\0\1\0", 9)), "an array of shape (3, 3)");
    says(npy("|O", "1, 2", std::string(16, '\0')), "an array without a type");
    says(npy("<M8[s]", "1, 2", std::string(16, '\0')), "an array of '<M8[s]'; expected whole numbers");
    says(npy("|i1", "99999999999, 2", "\1\2"), "the npy data is truncated");
    says(npy("|i1", "99999999999, 99999999999", "\1\2"), "an array of no shape");
    says(npy("|S0", "16777216, 16777216", ""), "an array of '|S0'");
    std::string other = whole;
    other[6] = 9;
    says(other, "version 9 of .npy files");
}

} // namespace
} // namespace cerrado::test
