// .npz files: sparse matrices of SciPy in each form, packed or not, and damage.
#include "../graph_io/helpers.hpp"
#include "npy_files.hpp"

#include <cerrado/graph/io/formats.hpp>

namespace cerrado::test {
namespace {

Graph read(std::string const& bytes, ReadOptions const& options = {}) {
    ReadReport report;
    return detail::read_npz(bytes, "g.npz", options, report);
}
std::string error(std::string const& bytes) {
    return error_of([&] { read(bytes); });
}
std::vector<std::string> remarks(std::string const& bytes) {
    ReadReport report;
    detail::read_npz(bytes, "g.npz", {}, report);
    return report.remarks;
}

std::string bytes_array(std::string const& items) { return npy("|i1", std::to_string(items.size()) + ",", items); }

ZipFiles rows(std::string const& format, std::string const& starts, std::string const& places,
              std::string const& shape = "\4\4") {
    return {{"indices.npy", bytes_array(places)},
            {"indptr.npy", bytes_array(starts)},
            {"format.npy", npy("|S3", "", format)},
            {"shape.npy", bytes_array(shape)},
            {"data.npy", bytes_array(std::string(places.size(), '\1'))}};
}
// The path 0-1-2 and the vertex 3.
ZipFiles symmetric() { return rows("csr", std::string("\0\1\3\4\4", 5), std::string("\1\0\2\1", 4)); }
// The arcs 0->1 and 2->1 by rows.
ZipFiles one_way(std::string const& format) { return rows(format, std::string("\0\1\1\2\2", 5), "\1\1"); }

TEST(Npz, HasRowsPackedInAnyWay) {
    for (bool const is_deflated : {false, true}) {
        for (bool const is_long : {false, true}) {
            std::string const bytes = zip(symmetric(), is_deflated, is_long);
            EXPECT_TRUE(detail::is_npz(bytes));
            Graph const graph = read(bytes);
            EXPECT_EQ(graph.vertex_count(), 4u);
            EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
            EXPECT_EQ(remarks(bytes), std::vector<std::string>{});
        }
    }
    EXPECT_FALSE(detail::is_npz(zip({{"g.txt", "0 1\n"}})));
    EXPECT_NE(error_of([&] { read(zip(symmetric()), {.directed = true}); }).find("it has no directions"),
              std::string::npos);
}

TEST(Npz, OfAMatrixThatIsNotSymmetricHasArcsFromRowToColumn) {
    auto const arcs = [](ZipFiles const& files) {
        NamedEdges arcs;
        for_each_arc_or_edge(read(zip(files), {.directed = true}),
                             [&](VertexId v, VertexId u) { arcs.emplace_back(v, u); });
        return arcs;
    };
    EXPECT_EQ(arcs(one_way("csr")), (NamedEdges{{0, 1}, {2, 1}}));
    EXPECT_EQ(arcs(one_way("csc")), (NamedEdges{{1, 0}, {1, 2}}));
    EXPECT_TRUE(read(zip(one_way("csr"))).cleaning.directed);
    ZipFiles const pairs{{"row.npy", bytes_array(std::string("\0\2\0\3", 4))},
                         {"col.npy", bytes_array("\1\1\1\3")},
                         {"format.npy", npy("<U3", "", std::string("c\0\0\0o\0\0\0o\0\0\0", 12))},
                         {"shape.npy", bytes_array("\4\4")}};
    EXPECT_EQ(arcs(pairs), (NamedEdges{{0, 1}, {2, 1}}));
    EXPECT_EQ(read(zip(pairs)).cleaning.duplicates, 0u) << "SciPy adds repeated entries up";
}

TEST(Npz, RemarksEntriesThatAreZero) {
    ZipFiles files = symmetric();
    files[4].second = npy<double>("<f8", "4,", {1, 0, 0, 1});
    EXPECT_EQ(remarks(zip(files)), (std::vector<std::string>{"2 of the 4 stored entries are zero and count as edges"}));
}

TEST(Npz, MayHaveArraysOfEdgesOrAPrefix) {
    std::string const edges = npy("|i1", "2, 2", std::string("\0\1\1\2", 4));
    EXPECT_EQ(named_edges(read(zip({{"arr_0.npy", edges}}))), (NamedEdges{{0, 1}, {1, 2}}));
    EXPECT_EQ(remarks(zip({{"x.npy", bytes_array("\1")}, {"edge_index.npy", edges}})),
              (std::vector<std::string>{"the array edge_index is read"}));
    EXPECT_NE(error(zip({{"x.npy", edges}, {"y.npy", edges}})).find("g.npz: arrays x, y; expected a sparse matrix"),
              std::string::npos);
    ZipFiles prefixed{{"labels.npy", bytes_array("\1")}};
    for (auto const& [name, content] : symmetric()) {
        if (name != "format.npy") prefixed.emplace_back("adj_" + name, content);
    }
    EXPECT_EQ(named_edges(read(zip(prefixed))), (NamedEdges{{0, 1}, {1, 2}}));
}

TEST(Npz, SaysWhatIsWrong) {
    auto const says = [](ZipFiles const& files, std::string const& part) {
        std::string const message = error(zip(files));
        EXPECT_NE(message.find(part), std::string::npos) << message;
    };
    std::string const starts("\0\1\3\4\4", 5), places("\1\0\2\1", 4);
    says(rows("csr", starts, places, "\4\5"), "g.npz: a matrix of 4 rows and 5 columns; expected a square");
    says(rows("bsr", starts, places), "g.npz: a sparse matrix of the form 'bsr'; expected csr, csc or coo");
    says(rows("csr", starts, places, "\5\5"), "g.npz: indptr does not fit a matrix of 5 rows and 4 entries");
    says(rows("csr", std::string("\0\3\1\4\4", 5), places), "g.npz: indptr does not ascend");
    says(rows("csr", std::string("\0\1\7\4\4", 5), places), "g.npz: indptr does not ascend");
    says(rows("csr", starts, std::string("\1\0\2\4", 4)),
         "g.npz: indices: the position 4 is outside a matrix of 4 rows");
    says({{"row.npy", bytes_array("\1")}, {"shape.npy", bytes_array("\4\4")}, {"format.npy", npy("|S3", "", "coo")}},
         "g.npz: no col in it");
    ZipFiles huge = one_way("coo");
    huge[3].second = npy<std::uint64_t>("<u8", "2,", {4000000000u, 4000000000u});
    says(huge, "g.npz: 4000000000 vertices in ");
}

TEST(Npz, EveryTruncationAndDamageIsFound) {
    for (bool const is_deflated : {false, true}) {
        std::string const whole = zip(symmetric(), is_deflated);
        for (std::size_t length = 4; length < whole.size(); length += 7) {
            EXPECT_EQ(error(whole.substr(0, length)), "input: g.npz: the zip data is truncated; fetch the file again");
        }
        std::size_t const content = whole.find("indptr.npy") + 10 + 20;
        std::string damaged = whole;
        damaged[content] ^= 4;
        EXPECT_EQ(error(damaged), "input: g.npz: its member indptr.npy is damaged; fetch the file again");
    }
    std::string encrypted = zip(symmetric());
    encrypted[encrypted.find("PK\x01\x02") + 8] |= 1;
    EXPECT_EQ(error(encrypted), "input: g.npz: an encrypted zip archive; unpack it");
}

} // namespace
} // namespace cerrado::test
