#include "unit/graph/helpers.hpp"
#include "unit/graph/shown_columns.hpp"

#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/names.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <zlib.h>

namespace cerrado::test {

// Arrays of NumPy and zip archives of them, as their programs write them.

inline std::string little_endian(std::uint64_t value, std::size_t bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i, value >>= 8) text += static_cast<char>(value & 0xFF);
    return text;
}

inline std::string npy(std::string const& type, std::string const& shape, std::string const& data,
                       std::string const& fortran = "False") {
    std::string header = "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': (" + shape + "), }";
    while ((header.size() + 11) % 64 != 0) header += ' ';
    header += '\n';
    return std::string("\x93NUMPY\x01", 7) + '\0' + little_endian(header.size(), 2) + header + data;
}

template <class Number>
std::string npy(std::string const& type, std::string const& shape, std::vector<Number> const& items) {
    std::string data(items.size() * sizeof(Number), '\0');
    std::memcpy(data.data(), items.data(), data.size());
    return npy(type, shape, data);
}

inline std::string raw_deflated(std::string const& content) {
    z_stream stream{};
    ::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string packed(::deflateBound(&stream, content.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    ::deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    ::deflateEnd(&stream);
    return packed;
}

using ZipFiles = std::vector<std::pair<std::string, std::string>>; // name and content

// `is_long`: numbers of 64 bits in fields of their own, as for large archives.
inline std::string zip(ZipFiles const& files, bool is_deflated = false, bool is_long = false) {
    std::string archive, directory;
    for (auto const& [name, content] : files) {
        std::string const packed = is_deflated ? raw_deflated(content) : content;
        auto const checksum =
            ::crc32(0, reinterpret_cast<Bytef const*>(content.data()), static_cast<uInt>(content.size()));
        auto const size = [&](std::size_t bytes) { return is_long ? std::string(4, '\xFF') : little_endian(bytes, 4); };
        std::string const extra = is_long ? little_endian(7, 2) + little_endian(1, 2) + "x" + little_endian(1, 2) +
                                                little_endian(24, 2) + little_endian(content.size(), 8) +
                                                little_endian(packed.size(), 8) + little_endian(archive.size(), 8)
                                          : std::string();
        std::string const common = little_endian(20, 2) + little_endian(0, 2) + little_endian(is_deflated ? 8 : 0, 2) +
                                   little_endian(0, 4) + little_endian(checksum, 4) + size(packed.size()) +
                                   size(content.size()) + little_endian(name.size(), 2);
        directory += "PK\x01\x02" + little_endian(20, 2) + common + little_endian(extra.size(), 2) +
                     little_endian(0, 10) + size(archive.size()) + name + extra;
        archive += "PK\x03\x04" + common + little_endian(0, 2) + name + packed;
    }
    std::size_t const position = archive.size();
    archive += directory;
    if (is_long) {
        std::size_t const end = archive.size();
        archive += "PK\x06\x06" + little_endian(44, 8) + little_endian(0, 12) + little_endian(files.size(), 8) +
                   little_endian(files.size(), 8) + little_endian(directory.size(), 8) + little_endian(position, 8);
        archive += "PK\x06\x07" + little_endian(0, 4) + little_endian(end, 8) + little_endian(1, 4);
    }
    return archive + "PK\x05\x06" + little_endian(0, 4) + little_endian(files.size(), 2) +
           little_endian(files.size(), 2) + little_endian(directory.size(), 4) +
           (is_long ? std::string(4, '\xFF') : little_endian(position, 4)) + little_endian(0, 2);
}

// .npy files: types, orders and shapes, and what is refused.

namespace {

Graph read_npy_bytes(std::string const& bytes, ReadOptions const& options = {}) {
    ReadReport report;
    return detail::read_npy(bytes, "g.npy", options, report);
}
std::string npy_error(std::string const& bytes, ReadOptions const& options = {}) {
    return error_of([&] { read_npy_bytes(bytes, options); });
}
std::vector<std::string> npy_remarks(std::string const& bytes) {
    ReadReport report;
    detail::read_npy(bytes, "g.npy", {}, report);
    return report.remarks;
}

NamedEdges const path_edges{{1, 2}, {2, 3}};

TEST(Npy, HasEdgesOfAnyTypeAndOrder) {
    EXPECT_TRUE(detail::is_npy(npy("<i8", "0, 2", "")));
    EXPECT_EQ(named_edges(read_npy_bytes(npy<std::int32_t>("<i4", "2, 2", {1, 2, 3, 2}))), path_edges);
    EXPECT_EQ(named_edges(read_npy_bytes(npy<std::uint64_t>("<u8", "2, 2", {1, 2, 3, 2}))), path_edges);
    EXPECT_EQ(named_edges(read_npy_bytes(npy<std::uint8_t>("|u1", "2, 2", {1, 2, 3, 2}))), path_edges);
    EXPECT_EQ(named_edges(read_npy_bytes(npy<double>("<f8", "2, 2", {1, 2, 3, 2}))), path_edges);
    EXPECT_EQ(named_edges(read_npy_bytes(npy<float>("<f4", "2, 2", {1, 2, 3, 2}))), path_edges);
    EXPECT_EQ(named_edges(read_npy_bytes(npy(">i2", "2, 2", std::string("\0\1\0\2\0\3\0\2", 8)))), path_edges);
    EXPECT_EQ(named_edges(read_npy_bytes(npy("|i1", "2, 2", "\1\3\2\2", "True"))), path_edges) << "column by column";
    EXPECT_EQ(named_edges(read_npy_bytes(npy<std::uint64_t>("<u8", "1, 2", {18446744073709551615u, 0}))),
              (NamedEdges{{0, 18446744073709551615u}}));
}

TEST(Npy, HasArcsWhereDirectionsAreAskedFor) {
    EXPECT_EQ(count_arcs_or_edges(read_npy_bytes(npy("|i1", "3, 2", "\1\2\2\1\3\2"), {.directed = true})), 3u);
    EXPECT_EQ(read_npy_bytes(npy("|i1", "3, 2", "\1\2\2\1\3\2")).cleaning.duplicates, 1u);
}

TEST(Npy, MayHaveAThirdColumnOrTwoRows) {
    std::string const three = npy("|i1", "2, 3", "\1\2\7\2\3\x8"),
                      weighted = npy("|i1", "4, 3", "\1\2\7\2\3\x8\3\1\7\3\3\7");
    EXPECT_NE(npy_error(three).find("an array of shape (2, 3)"), std::string::npos)
        << "three edges, or two with weights";
    EXPECT_EQ(named_edges(read_npy_bytes(weighted)), (NamedEdges{{1, 2}, {1, 3}, {2, 3}}));
    EXPECT_EQ(npy_remarks(weighted), (std::vector<std::string>{"the third column of the array is left out"}));
    EXPECT_EQ(read_npy_bytes(weighted, {.edge_labels = true}).marks->edge_label_names,
              (std::vector<std::string>{"7", "8"}));
    std::string const turned = npy("|i1", "2, 4", "\1\2\3\3\2\3\1\4");
    EXPECT_EQ(named_edges(read_npy_bytes(turned)), (NamedEdges{{1, 2}, {1, 3}, {2, 3}, {3, 4}}));
    EXPECT_EQ(npy_remarks(turned), (std::vector<std::string>{"two rows: the edges are the array's columns"}));
}

// A path 0-1-2 beside a vertex 3, as a matrix: what is zero in any type is no edge.
TEST(Npy, MayBeAnAdjacencyMatrix) {
    std::vector<double> const path{0, 1, 0, 0, 1, 0, 1, 0, 0, 1, -0.0, 0, 0, 0, 0, 0};
    Graph const graph = read_npy_bytes(npy("<f8", "4, 4", path));
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
    EXPECT_EQ(graph.vertex_count(), 4u);
    EXPECT_EQ(graph.cleaning.duplicates, 0u);
    EXPECT_EQ(named_edges(read_npy_bytes(npy("|b1", "4, 4", std::vector<char>(path.begin(), path.end())))),
              named_edges(graph));
    EXPECT_EQ(named_edges(read_npy_bytes(npy("<i8", "4, 4", std::vector<std::int64_t>(path.begin(), path.end())))),
              named_edges(graph));
    EXPECT_NE(npy_error(npy("<f8", "4, 4", path), {.directed = true}).find("all edges of this file are undirected"),
              std::string::npos);
    std::vector<double> one_way = path;
    one_way[4] = 0;
    one_way[1] = 2.5;
    EXPECT_EQ(count_arcs_or_edges(read_npy_bytes(npy("<f8", "4, 4", one_way), {.directed = true})), 3u);
    EXPECT_TRUE(read_npy_bytes(npy("<f8", "4, 4", one_way)).cleaning.directed);
    EXPECT_EQ(
        npy_remarks(npy("<f8", "4, 4", one_way)),
        (std::vector<std::string>{"a square array of 4 rows is taken as an adjacency matrix, and its entries other "
                                  "than zero as edges"}));
}

TEST(Npy, OfAMatrixHasNoEdgeThatIsNoNumber) {
    double const nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    std::string const matrix =
        npy<double>("<f8", "4, 4", {0, 1, nan, 0, 1, 0, 1, 0, nan, 1, 0, -infinity, 0, 0, infinity, 0});
    EXPECT_EQ(named_edges(read_npy_bytes(matrix)), (NamedEdges{{0, 1}, {1, 2}}));
    EXPECT_EQ(npy_remarks(matrix).back(), "4 entries are NaN or infinite, which are no edges");
}

TEST(Npy, HasAColumnOfWeights) {
    ReadOptions const options{.directed = true, .attributes = true};
    auto const weights = [&](std::string const& bytes) {
        Graph const graph = read_npy_bytes(bytes, options);
        expect_kept(graph);
        return shown(graph.columns->row_column("weight"));
    };
    std::int64_t const large = (std::int64_t{1} << 53) + 1;
    EXPECT_EQ(weights(npy<std::int64_t>("<i8", "4, 3", {1, 2, large, 2, 3, -large, 3, 1, 0, 3, 4, 7})),
              "int64: 9007199254740993 -9007199254740993 0 7");
    double const nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(weights(npy<double>("<f8", "4, 3", {1, 2, 3, 2, 3, nan, 3, 1, -0.5, 3, 4, 1e9})),
              "double: 3. - -0.5 1000000000.")
        << "the type of the array, not of its cells";
    EXPECT_EQ(weights(npy<float>("<f4", "4, 3", {1, 2, .5, 2, 3, 2, 3, 1, 4, 3, 4, 8})), "double: 0.5 2. 4. 8.");
    std::uint64_t const most = 18446744073709551615u;
    EXPECT_EQ(weights(npy<std::uint64_t>("<u8", "4, 3", {1, 2, most, 2, 3, 0, 3, 1, 1, 3, 4, 2})),
              "double: 18446744073709551616. 0. 1. 2.");
    EXPECT_EQ(weights(npy("|i1", "4, 3", "\1\2\7\2\3\xF8\3\1\7\3\3\7")), "int64: 7 -8 7 7");

    ReadReport report;
    std::string const parallel = npy("|i1", "4, 3", "\1\2\7\2\1\x8\1\2\7\3\3\x5");
    Graph const edges = detail::read_npy(parallel, "g.npy", {.attributes = true}, report);
    EXPECT_EQ(cells_of(edges, 2, 1, "weight"), "7 8 7");
    EXPECT_EQ(cells_of(edges, 3, 3, "weight"), "5");
    EXPECT_TRUE(report.remarks.empty()) << "no column is left out";
    Graph const pairs = read_npy_bytes(npy("|i1", "2, 4", "\1\2\3\3\2\3\1\4"), {.attributes = true});
    EXPECT_EQ(pairs.columns->rows, 4u);
    EXPECT_TRUE(pairs.columns->of_rows.empty());
    EXPECT_EQ(npy_error(parallel, {.attributes = true, .column_types = parse_column_types("weight:time")}),
              "input: g.npy: '7' does not fit the type time of column 'weight'; expected a time such as 2024-01-15 or "
              "2024-01-15T10:30:00Z, or give the column the type text");
}

TEST(Npy, OfAMatrixHasItsEntriesAsWeights) {
    std::vector<double> matrix{0, 1.5, 0, 0, 1.5, 0, 2, 0, 0, 2, 7, 0, 0, 0, 0, 0};
    Graph const same = read_npy_bytes(npy("<f8", "4, 4", matrix), {.attributes = true});
    EXPECT_EQ(same.columns->rows, 3u) << "an edge is a row, not two";
    EXPECT_EQ(cells_of(same, 1, 0, "weight"), "1.5");
    EXPECT_EQ(cells_of(same, 2, 2, "weight"), "7.");
    matrix[4] = 4.5; // from 1 to 0
    std::string const bytes = npy("<f8", "4, 4", matrix);
    Graph const arcs = read_npy_bytes(bytes, {.directed = true, .attributes = true});
    EXPECT_EQ(cells_of(arcs, 0, 1, "weight"), "1.5");
    EXPECT_EQ(cells_of(arcs, 1, 0, "weight"), "4.5");
    EXPECT_EQ(cells_of(read_npy_bytes(bytes, {.attributes = true}), 0, 1, "weight"), "1.5 4.5");
    expect_kept(arcs);
    EXPECT_NE(npy_error(bytes, {.directed = true}).find("all edges of this file are undirected"), std::string::npos)
        << "without weights both ways are the same";
    std::vector<double> complex;
    for (double const number : matrix) complex.insert(complex.end(), {number, 1});
    ReadReport report;
    Graph const bare = detail::read_npy(npy("<c16", "4, 4", complex), "g.npy", {.attributes = true}, report);
    EXPECT_TRUE(bare.columns->of_rows.empty());
    EXPECT_EQ(report.remarks.front(), "the weights are complex numbers, which no column holds, and are left out");
}

TEST(Npy, SaysWhatIsWrong) {
    auto const says = [](std::string const& bytes, std::string const& part) {
        EXPECT_NE(npy_error(bytes).find("input: g.npy: " + part), std::string::npos) << npy_error(bytes);
    };
    std::string const whole = npy("|i1", "2, 2", "\1\2\3\2");
    for (std::size_t length = 6; length < whole.size(); ++length)
        says(whole.substr(0, length), "the npy data is truncated");
    says(whole + "x", "the file has more bytes after its array");
    says(npy("|i1", "1, 2", "\1\xFF"), "the element 1 is -1; expected a whole number from 0");
    says(npy<double>("<f8", "1, 2", {1, 2.5}), "the element 1 is 2.5; expected a whole number from 0");
    says(npy("|i1", "4", "\1\2\3\2"), "an array of shape (4)");
    says(npy("|i1", "1, 5", "\1\2\3\2\1"), "an array of shape (1, 5)");
    says(npy("|i1", "3, 3", std::string("\0\1\0\1\0\1\0\1\0", 9)), "an array of shape (3, 3)");
    says(npy("|O", "1, 2", std::string(16, '\0')), "the array has no type");
    says(npy("<M8[s]", "1, 2", std::string(16, '\0')), "the array has the type '<M8[s]'; expected whole numbers");
    says(npy("|i1", "99999999999, 2", "\1\2"), "the npy data is truncated");
    says(npy("|i1", "99999999999, 99999999999", "\1\2"), "the array has a shape");
    says(npy("|S0", "16777216, 16777216", ""), "the array has the type '|S0'");
    std::string other = whole;
    other[6] = 9;
    says(other, "version 9 of .npy files");
}

} // namespace

// .npz files: sparse matrices of SciPy in each form, packed or not, and damage.

namespace {

Graph read_npz_bytes(std::string const& bytes, ReadOptions const& options = {}) {
    ReadReport report;
    return detail::read_npz(bytes, "g.npz", options, report);
}
std::string npz_error(std::string const& bytes, ReadOptions const& options = {}) {
    return error_of([&] { read_npz_bytes(bytes, options); });
}
std::vector<std::string> npz_remarks(std::string const& bytes) {
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
            Graph const graph = read_npz_bytes(bytes);
            EXPECT_EQ(graph.vertex_count(), 4u);
            EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
            EXPECT_EQ(npz_remarks(bytes), std::vector<std::string>{});
        }
    }
    EXPECT_FALSE(detail::is_npz(zip({{"g.txt", "0 1\n"}})));
    EXPECT_NE(error_of([&] {
                  read_npz_bytes(zip(symmetric()), {.directed = true});
              }).find("all edges of this file are undirected"),
              std::string::npos);
}

TEST(Npz, OfAMatrixThatIsNotSymmetricHasArcsFromRowToColumn) {
    auto const arcs = [](ZipFiles const& files) {
        NamedEdges arcs;
        for_each_arc_or_edge(read_npz_bytes(zip(files), {.directed = true}),
                             [&](VertexId v, VertexId u) { arcs.emplace_back(v, u); });
        return arcs;
    };
    EXPECT_EQ(arcs(one_way("csr")), (NamedEdges{{0, 1}, {2, 1}}));
    EXPECT_EQ(arcs(one_way("csc")), (NamedEdges{{1, 0}, {1, 2}}));
    EXPECT_TRUE(read_npz_bytes(zip(one_way("csr"))).cleaning.directed);
    ZipFiles const pairs{{"row.npy", bytes_array(std::string("\0\2\0\3", 4))},
                         {"col.npy", bytes_array("\1\1\1\3")},
                         {"format.npy", npy("<U3", "", std::string("c\0\0\0o\0\0\0o\0\0\0", 12))},
                         {"shape.npy", bytes_array("\4\4")}};
    EXPECT_EQ(arcs(pairs), (NamedEdges{{0, 1}, {2, 1}}));
    EXPECT_EQ(read_npz_bytes(zip(pairs)).cleaning.duplicates, 0u) << "SciPy adds repeated entries up";
}

TEST(Npz, RemarksEntriesThatAreZero) {
    ZipFiles files = symmetric();
    files[4].second = npy<double>("<f8", "4,", {1, 0, 0, 1});
    EXPECT_EQ(npz_remarks(zip(files)),
              (std::vector<std::string>{"2 of the 4 stored entries are zero and count as edges"}));
}

TEST(Npz, LeavesEntriesOutThatAreNoNumbers) {
    ZipFiles files = symmetric();
    std::size_t const edges = read_npz_bytes(zip(files)).edge_count();
    files[4].second = npy<double>("<f8", "4,", {1, 1, 1, std::numeric_limits<double>::quiet_NaN()});
    EXPECT_EQ(npz_remarks(zip(files)), (std::vector<std::string>{"1 entry is NaN or infinite, which is no edge"}));
    EXPECT_EQ(count_arcs_or_edges(read_npz_bytes(zip(files), {.directed = true})), 2 * edges - 1);
}

TEST(Npz, HasTheDataOfItsEntriesAsWeights) {
    ReadOptions const options{.attributes = true}, directed{.directed = true, .attributes = true};
    std::int64_t const large = (std::int64_t{1} << 53) + 1;
    ZipFiles files = symmetric();
    files[4].second = npy<std::int64_t>("<i8", "4,", {large, large, -5, -5});
    Graph const edges = read_npz_bytes(zip(files), options);
    EXPECT_EQ(shown(edges.columns->row_column("weight")), "int64: 9007199254740993 -5");
    expect_kept(edges);
    files[4].second = npy<std::int64_t>("<i8", "4,", {large, large - 1, -5, -5});
    Graph const arcs = read_npz_bytes(zip(files), directed);
    EXPECT_EQ(cells_of(arcs, 0, 1, "weight"), "9007199254740993");
    EXPECT_EQ(cells_of(arcs, 1, 0, "weight"), "9007199254740992");
    EXPECT_EQ(cells_of(arcs, 2, 1, "weight"), "-5");
    EXPECT_EQ(npz_error(zip(symmetric()), directed),
              "input: g.npz: all edges of this file are undirected; leave "
              "--directed out");
    for (std::string const format : {"csr", "csc"}) {
        ZipFiles one = one_way(format); // entries (0, 1) and (2, 1), or turned
        one[4].second = npy<double>("<f8", "2,", {3, 0});
        Graph const graph = read_npz_bytes(zip(one), directed);
        bool const is_by_rows = format == "csr";
        EXPECT_EQ(is_by_rows ? cells_of(graph, 0, 1, "weight") : cells_of(graph, 1, 0, "weight"), "3.");
        EXPECT_EQ(is_by_rows ? cells_of(graph, 2, 1, "weight") : cells_of(graph, 1, 2, "weight"), "0.");
    }
    ZipFiles pairs{{"row.npy", bytes_array(std::string("\0\2\0\3\0", 5))},
                   {"col.npy", bytes_array("\1\1\1\3\2")},
                   {"format.npy", npy("|S3", "", "coo")},
                   {"shape.npy", bytes_array("\4\4")},
                   {"data.npy", npy<double>("<f8", "5,", {1, 2, 3, 4, std::numeric_limits<double>::infinity()})}};
    Graph const parallel = read_npz_bytes(zip(pairs), directed);
    EXPECT_EQ(cells_of(parallel, 0, 1, "weight"), "1. 3.") << "each stored entry is a row";
    EXPECT_EQ(cells_of(parallel, 3, 3, "weight"), "4.");
    EXPECT_EQ(parallel.columns->rows, 4u);
    pairs[4].second = npy("|b1", "5,", std::string("\1\0\1\1\1", 5));
    EXPECT_EQ(cells_of(read_npz_bytes(zip(pairs), directed), 2, 1, "weight"), "false");
    pairs[4].second = bytes_array("\1\1");
    EXPECT_EQ(npz_error(zip(pairs), options),
              "input: g.npz: data: the array has 2 values for 5 entries; expected one for each, save it again");
    pairs.pop_back();
    EXPECT_TRUE(read_npz_bytes(zip(pairs), options).columns->of_rows.empty());
}

TEST(Npz, MayHaveArraysOfEdgesOrAPrefix) {
    std::string const edges = npy("|i1", "2, 2", std::string("\0\1\1\2", 4));
    EXPECT_EQ(named_edges(read_npz_bytes(zip({{"arr_0.npy", edges}}))), (NamedEdges{{0, 1}, {1, 2}}));
    EXPECT_EQ(npz_remarks(zip({{"x.npy", bytes_array("\1")}, {"edge_index.npy", edges}})),
              (std::vector<std::string>{"the array edge_index is read"}));
    EXPECT_NE(npz_error(zip({{"x.npy", edges}, {"y.npy", edges}}))
                  .find("g.npz: the file has the arrays x, y; expected a sparse matrix"),
              std::string::npos);
    ZipFiles prefixed{{"labels.npy", bytes_array("\1")}};
    for (auto const& [name, content] : symmetric()) {
        if (name != "format.npy") prefixed.emplace_back("adj_" + name, content);
    }
    EXPECT_EQ(named_edges(read_npz_bytes(zip(prefixed))), (NamedEdges{{0, 1}, {1, 2}}));
}

TEST(Npz, SaysWhatIsWrong) {
    auto const says = [](ZipFiles const& files, std::string const& part) {
        std::string const message = npz_error(zip(files));
        EXPECT_NE(message.find(part), std::string::npos) << message;
    };
    std::string const starts("\0\1\3\4\4", 5), places("\1\0\2\1", 4);
    says(rows("csr", starts, places, "\4\5"), "g.npz: a matrix of 4 rows and 5 columns; expected a square");
    says(rows("bsr", starts, places), "g.npz: a sparse matrix of the form 'bsr'; expected csr, csc or coo");
    says(rows("csr", starts, places, "\5\5"),
         "g.npz: the array indptr does not fit a matrix with 5 rows and 4 entries");
    says(rows("csr", std::string("\0\3\1\4\4", 5), places), "g.npz: the array indptr does not ascend");
    says(rows("csr", std::string("\0\1\7\4\4", 5), places), "g.npz: the array indptr does not ascend");
    says(rows("csr", starts, std::string("\1\0\2\4", 4)),
         "g.npz: indices: the position 4 is outside of a matrix with 4 rows");
    says({{"row.npy", bytes_array("\1")}, {"shape.npy", bytes_array("\4\4")}, {"format.npy", npy("|S3", "", "coo")}},
         "g.npz: the file has no array col");
    ZipFiles huge = one_way("coo");
    huge[3].second = npy<std::uint64_t>("<u8", "2,", {4000000000u, 4000000000u});
    says(huge, "g.npz: 4000000000 vertices in ");
}

TEST(Npz, EveryTruncationAndDamageIsFound) {
    for (bool const is_deflated : {false, true}) {
        std::string const whole = zip(symmetric(), is_deflated);
        for (std::size_t length = 4; length < whole.size(); length += 7) {
            EXPECT_EQ(npz_error(whole.substr(0, length)),
                      "input: g.npz: the zip data is truncated; fetch the file again");
        }
        std::size_t const content = whole.find("indptr.npy") + 10 + 20;
        std::string damaged = whole;
        damaged[content] ^= 4;
        EXPECT_EQ(npz_error(damaged), "input: g.npz: its member indptr.npy is damaged; fetch the file again");
    }
    std::string encrypted = zip(symmetric());
    encrypted[encrypted.find("PK\x01\x02") + 8] |= 1;
    EXPECT_EQ(npz_error(encrypted), "input: g.npz: the zip archive is encrypted; unpack it");
}

} // namespace

// .gt files of graph-tool, put together by its documentation.

namespace {

Graph read_gt_bytes(std::string const& bytes, ReadOptions const& options = {}) {
    ReadReport report;
    return detail::read_gt(bytes, "g.gt", options, report);
}
std::string gt_error(std::string const& bytes) {
    return error_of([&] { read_gt_bytes(bytes); });
}

std::string number(std::uint64_t value, std::size_t bytes, bool is_big_endian) {
    std::string text = little_endian(value, bytes);
    return is_big_endian ? std::string(text.rbegin(), text.rend()) : text;
}

// The arcs 0->1, 0->2 and 2->1 among `vertices`; ids of `id_bytes` each.
std::string gt(std::uint64_t vertices, std::size_t id_bytes, bool is_directed, bool is_big_endian,
               std::string const& properties) {
    auto const long_number = [&](std::uint64_t value) { return number(value, 8, is_big_endian); };
    auto const id = [&](std::uint64_t value) { return number(value, id_bytes, is_big_endian); };
    std::string bytes = "\xE2\x9B\xBE gt\x01" + std::string(1, is_big_endian) + long_number(4) + "text" +
                        std::string(1, is_directed) + long_number(vertices);
    for (std::uint64_t v = 0; v < vertices; ++v) {
        if (v == 0) {
            bytes += long_number(2) + id(1) + id(2);
        } else {
            bytes += v == 2 ? long_number(1) + id(1) : long_number(0);
        }
    }
    return bytes + (properties.empty() ? long_number(0) : properties);
}

std::string text(std::string const& content) { return little_endian(content.size(), 8) + content; }
std::string property(char owner, std::string const& name, char type, std::string const& values) {
    return std::string(1, owner) + text(name) + type + values;
}

std::string const properties =
    little_endian(6, 8) + property(0, "title", 6, text("a graph")) +
    property(1, "label", 6, text("A") + text("") + text("B")) +
    property(1, "pos", 11, little_endian(2, 8) + std::string(16, 'x') + little_endian(0, 16)) +
    property(2, "label", 6, text("e") + text("f") + text("e")) +
    property(1, "name", 6, text("z") + text("y") + text("x")) +
    property(2, "tags", 13, little_endian(0, 16) + little_endian(2, 8) + text("p") + text("q"));

TEST(Gt, HasIdsOfAsManyBytesAsTheVerticesNeed) {
    for (bool const is_big_endian : {false, true}) {
        for (auto const& [vertices, bytes] : {std::pair(3u, 1u), {255u, 1u}, {256u, 2u}, {65535u, 2u}, {65536u, 4u}}) {
            std::string const file = gt(vertices, bytes, false, is_big_endian, "");
            EXPECT_TRUE(detail::is_gt(file));
            Graph const graph = read_gt_bytes(file);
            EXPECT_EQ(graph.vertex_count(), vertices);
            EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {0, 2}, {1, 2}})) << vertices;
        }
    }
}

TEST(Gt, HasDirections) {
    EXPECT_EQ(count_arcs_or_edges(read_gt_bytes(gt(3, 1, true, false, ""), {.directed = true})), 3u);
    EXPECT_TRUE(read_gt_bytes(gt(3, 1, true, false, "")).cleaning.directed);
    EXPECT_NE(error_of([&] {
                  read_gt_bytes(gt(3, 1, false, false, ""), {.directed = true});
              }).find("all edges of this file are undirected"),
              std::string::npos);
}

TEST(Gt, HasLabelsAndNamesAmongOtherProperties) {
    std::string const bytes = gt(3, 1, true, false, properties);
    Graph const plain = read_gt_bytes(bytes);
    EXPECT_EQ(labels_of(plain), (std::vector<std::string>{"A", "", "B"}));
    EXPECT_FALSE(has_names(plain) || has_edge_labels(plain));
    Graph const marked = read_gt_bytes(bytes, {.directed = true, .edge_labels = true, .names = true});
    EXPECT_EQ(*marked.marks->names, (std::vector<std::string>{"x", "y", "z"}));
    EXPECT_EQ(labels_of(marked), (std::vector<std::string>{"B", "", "A"}));
    EXPECT_EQ(marked.marks->edge_label_names, (std::vector<std::string>{"e", "f"}));
    VertexId const z = 2, x = 0; // 0 and 2 in the file
    EXPECT_EQ(marked.marks->edge_labels[marked.ref().find(z, x)], 1u);
}

TEST(Gt, HasItsPropertiesAsColumns) {
    for (bool const is_big_endian : {false, true}) {
        auto const bits = [&](std::uint64_t value, std::size_t bytes) { return number(value, bytes, is_big_endian); };
        auto const item = [&](std::string const& content) { return bits(content.size(), 8) + content; };
        auto const column = [&](char owner, std::string const& name, char type, std::string const& values) {
            return std::string(1, owner) + item(name) + std::string(1, type) + values;
        };
        auto const real = [&](double value) { return bits(std::bit_cast<std::uint64_t>(value), 8); };
        double const nan = -std::numeric_limits<double>::quiet_NaN();
        std::uint64_t const large = (std::uint64_t{1} << 53) + 1;
        std::string const bytes = gt(
            3, 1, true, is_big_endian,
            bits(12, 8) + column(0, "title", 3, bits(9, 8)) + column(1, "on", 0, std::string("\1\0\1", 3)) +
                column(1, "few", 0, std::string("\1\0\7", 3)) +
                column(1, "short", 1, bits(0xfffe, 2) + bits(0, 2) + bits(7, 2)) +
                column(2, "int", 2, bits(0xffffffff, 4) + bits(1, 4) + bits(0x7fffffff, 4)) +
                column(2, "long", 3, bits(large, 8) + bits(0 - large, 8) + bits(0, 8)) +
                column(2, "weight", 4, real(2) + real(nan) + real(-0.1)) + column(2, "wide", 5, std::string(48, 'x')) +
                column(1, "label", 6, item("7") + item("") + item("NA")) +
                column(1, "pos", 11, bits(1, 8) + real(2) + bits(0, 8) + bits(0, 8)) +
                column(2, "tags", 13, bits(0, 8) + bits(0, 8) + bits(1, 8) + item("p")) +
                column(1, "thing", 14, item("x") + item("y") + item("z")));
        ReadReport report;
        Graph const graph = detail::read_gt(bytes, "g.gt", {.directed = true, .attributes = true}, report);
        GraphColumns const& columns = *graph.columns;
        EXPECT_EQ(names_of(columns.of_vertices), (Names{"on", "few", "short", "label"}));
        EXPECT_EQ(shown(columns.vertex_column("on")), "bool: true false true");
        EXPECT_EQ(shown(columns.vertex_column("few")), "int64: 1 0 7");
        EXPECT_EQ(shown(columns.vertex_column("short")), "int64: -2 0 7");
        EXPECT_EQ(shown(columns.vertex_column("label")), "text: '7' '' 'NA'");
        EXPECT_EQ(labels_of(graph), (Names{"7", "", "NA"}));
        EXPECT_EQ(names_of(columns.of_rows), (Names{"int", "long", "weight"}));
        EXPECT_EQ(cells_of(graph, 0, 1, "int"), "-1");
        EXPECT_EQ(cells_of(graph, 2, 1, "int"), "2147483647");
        EXPECT_EQ(cells_of(graph, 0, 1, "long"), "9007199254740993");
        EXPECT_EQ(cells_of(graph, 0, 2, "long"), "-9007199254740993");
        EXPECT_EQ(shown(columns.row_column("weight")), "double: 2. - -0.1");
        expect_kept(graph);
        EXPECT_EQ(report.remarks,
                  (Names{"properties that no column holds are left out: wide of edges (long double), pos of vertices "
                         "(vector<double>), tags of edges (vector<string>), thing of vertices (python::object)"}));
        EXPECT_EQ(read_gt_bytes(bytes).columns, nullptr);
        ReadOptions const named{.names = true, .attributes = true};
        EXPECT_EQ(shown(read_gt_bytes(gt(3, 1, false, false, properties), named).columns->vertex_column("name")),
                  "text: 'x' 'y' 'z'")
            << "in the order of the names";
        ReadOptions const given{.attributes = true, .column_types = parse_column_types("weight:int64")};
        EXPECT_EQ(error_of([&] { read_gt_bytes(bytes, given); }),
                  "input: g.gt: '-0.1' does not fit the type int64 of column 'weight'; expected a whole number of 64 "
                  "bits, or give the column the type text");
    }
}

TEST(Gt, ParallelEdgesAndLoopsAreRows) {
    // 0->1, 0->1, 1->1
    std::string const bytes = "\xE2\x9B\xBE gt\x01" + std::string(1, '\0') + little_endian(0, 8) + '\1' +
                              little_endian(2, 8) + little_endian(2, 8) + "\1\1" + little_endian(1, 8) + '\1' +
                              little_endian(1, 8) + property(2, "w", 1, std::string("\4\0\5\0\6\0", 6));
    Graph const graph = read_gt_bytes(bytes, {.directed = true, .attributes = true});
    EXPECT_EQ(cells_of(graph, 0, 1, "w"), "4 5");
    EXPECT_EQ(cells_of(graph, 1, 1, "w"), "6");
}

TEST(Gt, EveryTruncationIsFound) {
    std::string const whole = gt(3, 1, true, false, properties);
    for (std::size_t length = 6; length < whole.size(); ++length) {
        EXPECT_EQ(gt_error(whole.substr(0, length)), "input: g.gt: the gt data is truncated; fetch the file again")
            << length;
        EXPECT_EQ(error_of([&] { read_gt_bytes(whole.substr(0, length), {.attributes = true}); }),
                  gt_error(whole.substr(0, length)));
    }
    EXPECT_EQ(gt_error(whole + "x"),
              "input: g.gt: the file has more bytes after the end of its gt data; fetch the file again");
}

TEST(Gt, NumbersAreNotBelieved) {
    std::string const whole = gt(3, 1, false, false, "");
    auto const with = [&](std::size_t place, std::string const& bytes) {
        std::string changed = whole;
        changed.replace(place, bytes.size(), bytes);
        return gt_error(changed);
    };
    std::size_t const count = whole.find("text") + 5;
    EXPECT_NE(with(count, little_endian(~0ull, 8)).find("truncated"), std::string::npos);
    EXPECT_NE(with(count + 8, little_endian(~0ull, 8)).find("truncated"), std::string::npos);
    EXPECT_NE(with(whole.size() - 8, little_endian(~0ull, 8)).find("truncated"), std::string::npos);
    EXPECT_EQ(with(count + 16, "\3"),
              "input: g.gt: an edge to vertex 3, and the file has 3 vertices; fetch the file again");
    EXPECT_EQ(with(6, "\2"), "input: g.gt: version 2 of .gt files; expected version 1");
    EXPECT_EQ(gt_error(gt(3, 1, false, false, little_endian(1, 8) + property(1, "x", 15, ""))),
              "input: g.gt: a property of an unknown type; fetch the file again");
}

} // namespace

} // namespace cerrado::test
