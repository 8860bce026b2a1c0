#include "unit/graph/helpers.hpp"

#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/detail/io/arrays/binary_csr.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/names.hpp>

#include <cstddef>
#include <cstring>

namespace cerrado::test {
namespace {

using detail::BinaryCsrHeader;
using detail::Checksum;

// The bytes of a file whose checksums fit whatever a test put into it.
class Image {
public:
    explicit Image(std::string bytes) : bytes_(std::move(bytes)) { std::memcpy(&header, bytes_.data(), sizeof header); }

    template <class Value> void set(std::uint64_t position, std::size_t index, Value value) {
        std::memcpy(bytes_.data() + position + index * sizeof value, &value, sizeof value);
    }

    std::string sealed() {
        Checksum arrays;
        arrays.add(std::string_view(bytes_).substr(sizeof header));
        header.array_checksum = arrays.value();
        Checksum front;
        std::string_view const all{reinterpret_cast<char const*>(&header), sizeof header};
        front.add(all.substr(0, offsetof(BinaryCsrHeader, header_checksum)));
        if (header.version > 1) front.add(all.substr(offsetof(BinaryCsrHeader, arcs_position)));
        header.header_checksum = front.value();
        return raw();
    }

    std::string raw() {
        std::memcpy(bytes_.data(), &header, sizeof header);
        return bytes_;
    }

    BinaryCsrHeader header{};

private:
    std::string bytes_;
};

class BinaryCsr : public TemporaryFolder {
protected:
    std::string bytes_of(Graph const& graph) {
        write_graph(graph, path("g.cbin"));
        return content_of(path("g.cbin"));
    }
    // Edges 0-1, 1-2, 0-2, 2-3: offsets 0 2 4 7 8, neighbours 1 2 0 2 0 1 3 2.
    Image image() {
        std::vector<Edge> const edges{{0, 1}, {1, 2}, {0, 2}, {2, 3}};
        return Image(bytes_of(graph_from_edges(4, edges, {10, 20, 30, 40})));
    }
    static std::string error(std::string const& bytes) { return reading_error(bytes, "g.cbin"); }
};

TEST_F(BinaryCsr, HasTheDocumentedLayout) {
    std::string const bytes = image().raw();
    BinaryCsrHeader const header = image().header;
    EXPECT_EQ(bytes.substr(0, 8), "CERRADO\x01");
    EXPECT_EQ(header.version, 1u);
    EXPECT_EQ(header.flags, detail::binary_csr_has_ids);
    EXPECT_EQ(header.vertex_count, 4u);
    EXPECT_EQ(header.neighbour_entries, 8u);
    EXPECT_EQ(header.offsets_position, 128u);
    EXPECT_EQ(header.neighbours_position, 192u);
    EXPECT_EQ(header.original_ids_position, 256u);
    EXPECT_EQ(header.file_bytes, 320u);
    EXPECT_EQ(bytes.size(), 320u);
    std::uint64_t offset = 0;
    std::memcpy(&offset, bytes.data() + 128 + 3 * 8, 8);
    EXPECT_EQ(offset, 7u);
}

TEST_F(BinaryCsr, MapsTheFileWithItsIds) {
    Graph const original = random_graph(50, 200, Ids::gaps, 3);
    write_graph(original, path("g.cbin"));
    EXPECT_EQ(named_edges(read_graph(path("g.cbin"))), named_edges(original));
}

TEST_F(BinaryCsr, TheGraphOutlivesTheFile) {
    Graph const original = random_graph(500, 3000, Ids::positions, 4);
    write_graph(original, path("g.cbin"));
    Graph const graph = read_graph(path("g.cbin"));
    std::filesystem::remove(path("g.cbin"));
    expect_same_structure(graph, original);
}

TEST_F(BinaryCsr, KeepsOrientation) {
    Graph const oriented({0, 2, 3, 3}, {1, 2, 2}, {}, true);
    write_graph(oriented, path("g.cbin"));
    expect_same_structure(read_graph(path("g.cbin")), oriented);
}

TEST_F(BinaryCsr, CopiesUnalignedBytesWithoutStorage) {
    std::string shifted = "x" + image().raw();
    Graph const graph = detail::read_buffer(std::string_view(shifted).substr(1), "g.cbin");
    std::fill(shifted.begin(), shifted.end(), 'x');
    EXPECT_EQ(named_edges(graph), (NamedEdges{{10, 20}, {10, 30}, {20, 30}, {30, 40}}));
}

TEST_F(BinaryCsr, EveryFlippedByteIsFound) {
    std::string const bytes = image().raw();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
        EXPECT_EQ(error(damaged).substr(0, 14), "input: g.cbin:") << "byte " << i;
    }
}

TEST_F(BinaryCsr, EveryTruncationIsFound) {
    std::string const bytes = image().raw();
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        EXPECT_EQ(error(bytes.substr(0, length)).substr(0, 14), "input: g.cbin:") << "length " << length;
    }
    EXPECT_NE(error(bytes.substr(0, 100)).find("the file ends within its header"), std::string::npos);
    EXPECT_NE(
        error(bytes.substr(0, 200)).find("the file has 200 bytes, but its header says 320; the file is truncated"),
        std::string::npos);
}

TEST_F(BinaryCsr, SaysWhatIsDamaged) {
    Image data = image();
    data.set<VertexId>(192, 0, 3);
    EXPECT_NE(error(data.raw()).find("the checksum does not fit the data"), std::string::npos);
    Image header = image();
    header.header.vertex_count = 3;
    EXPECT_NE(error(header.raw()).find("the checksum of the header does not fit the header"), std::string::npos);
    Image version = image();
    version.header.version = 5;
    EXPECT_NE(error(version.sealed()).find("binary format version 5; expected 1 to 4"), std::string::npos);
    EXPECT_NE(error("0 1\n").find("does not begin like a Cerrado binary file"), std::string::npos);
}

TEST_F(BinaryCsr, CountsAreNotTrustedWithMemory) {
    for (std::uint64_t count : {5ull, 4294967295ull, 4294967296ull, 1ull << 61, ~0ull}) {
        Image vertices = image();
        vertices.header.vertex_count = count;
        EXPECT_EQ(error(vertices.sealed()).substr(0, 14), "input: g.cbin:") << count;
        Image entries = image();
        entries.header.neighbour_entries = count * 4;
        EXPECT_EQ(error(entries.sealed()).substr(0, 14), "input: g.cbin:") << count;
    }
}

TEST_F(BinaryCsr, RefusesForeignPositionsAndFlags) {
    Image positions = image();
    positions.header.neighbours_position = 128;
    EXPECT_NE(error(positions.sealed()).find("positions in its header do not follow from its counts"),
              std::string::npos);
    Image flags = image();
    flags.header.flags = 7;
    EXPECT_NE(error(flags.sealed()).find("flags 7) do not fit"), std::string::npos);
    Image columns = image();
    columns.header.columns_bytes = 1;
    EXPECT_EQ(error(columns.sealed()).substr(0, 14), "input: g.cbin:");
}

TEST_F(BinaryCsr, RefusesLyingOffsets) {
    Image first = image();
    first.set<EdgeOffset>(128, 0, 1);
    EXPECT_NE(error(first.sealed()).find("offsets run from 1 to 8; expected 0 to 8"), std::string::npos);
    Image falling = image();
    falling.set<EdgeOffset>(128, 1, 1ull << 60);
    EXPECT_NE(error(falling.sealed()).find("the offset of vertex 2 is less than the one before"), std::string::npos);
}

TEST_F(BinaryCsr, RefusesLyingNeighbours) {
    struct Lie {
        std::size_t entry;
        VertexId value;
        char const* message;
    };
    for (Lie const lie :
         {Lie{1, 1, "vertex 0 has the neighbour 1; expected ascending"},
          Lie{0, 0, "vertex 0 has the neighbour 0; expected"}, Lie{6, 4, "vertex 2 has the neighbour 4; expected"},
          Lie{6, 0, "vertex 2 has the neighbour 0; expected ascending"},
          Lie{7, 1, "is in the list of only one of its ends"}}) {
        Image lists = image();
        lists.set<VertexId>(192, lie.entry, lie.value);
        EXPECT_NE(error(lists.sealed()).find(lie.message), std::string::npos) << error(lists.sealed());
    }
    Image oriented = image();
    oriented.header.flags |= detail::binary_csr_oriented;
    EXPECT_NE(error(oriented.sealed())
                  .find("vertex 1 has the neighbour 0; expected ascending neighbours below 4, without the vertex "
                        "itself and above it"),
              std::string::npos);
}

TEST(BinaryCsrChecksum, DependsOnOrderLengthAndEveryByte) {
    auto const of = [](std::string_view bytes) {
        Checksum checksum;
        checksum.add(bytes);
        return checksum.value();
    };
    std::string const text(64, 'a');
    EXPECT_NE(of(text), of(text + std::string(8, '\0')));
    EXPECT_NE(of(std::string(8, 'a') + std::string(8, 'b')), of(std::string(8, 'b') + std::string(8, 'a')));
    Checksum parts;
    parts.add(text.substr(0, 8));
    parts.add(text.substr(8, 48));
    parts.add(text.substr(56));
    EXPECT_EQ(parts.value(), of(text));
}

// In the last 64 bytes: the length 16, and then the names, each after its own length.
TEST_F(BinaryCsr, RefusesNamesThatAreNoVertices) {
    std::vector<Edge> const edges{{0, 1}, {1, 2}};
    Image const good(bytes_of(with_names(graph_from_edges(3, edges), {"a", "bb", "c"})));
    EXPECT_EQ(good.header.version, 3u);
    EXPECT_EQ(good.header.flags, detail::binary_csr_has_names);
    EXPECT_EQ(error(Image(good).sealed()), "no error");
    std::uint64_t const names = good.header.file_bytes - 64;
    auto const expect_refused = [&](std::string const& says, auto const& spoil) {
        Image bad = good;
        spoil(bad);
        EXPECT_NE(error(bad.sealed()).find(says), std::string::npos) << error(bad.sealed());
    };
    std::string const damaged = "the names of its vertices are damaged";
    expect_refused(damaged, [&](Image& bad) { bad.set(names, 12, '\n'); }); // ends a line
    expect_refused(damaged, [&](Image& bad) { bad.set(names, 12, 'x'); });  // not ascending
    expect_refused(damaged, [&](Image& bad) { bad.set(names, 17, ' '); });
    expect_refused(damaged, [&](Image& bad) { bad.set(names, 0, std::uint64_t{11}); }); // two names for three
    expect_refused(damaged, [&](Image& bad) { bad.set(names, 0, std::uint64_t{17}); });
    expect_refused("positions", [&](Image& bad) { bad.set(names, 0, std::uint64_t{57}); });
    expect_refused("positions", [&](Image& bad) { bad.set(names, 0, ~std::uint64_t{0}); });
    expect_refused("positions", [](Image& bad) { bad.header.version = 2; });
}

TEST_F(BinaryCsr, KeepsNamesBehindLabelsOfEdges) {
    std::vector<Edge> const edges{{0, 1}, {1, 2}};
    std::vector<std::string> const labels{"yy", "x"};
    write_graph(with_edge_labels(with_names(graph_from_edges(3, edges), {"a", "bb", "c"}), edges, labels),
                path("g.cbin"));
    Graph const graph = read_graph(path("g.cbin"));
    EXPECT_EQ(vertex_name(graph, 1), "bb");
    EXPECT_EQ(graph.marks->edge_label_names, (std::vector<std::string>{"x", "yy"}));
    EXPECT_EQ(graph.marks->edge_labels, (std::vector<std::uint32_t>{1, 1, 0, 0})); // of a-bb, bb-a, bb-c, c-bb
}

// Each bit of the columns that is not as it was gives other columns or an error.
TEST_F(BinaryCsr, RefusesColumnsThatAreNone) {
    std::vector<Edge> const edges{{0, 1}, {1, 2}};
    std::vector<Edge> const rows{{2, 1}, {1, 1}, {1, 2}};
    std::vector<Cell> const texts{std::string("x"), {}, std::string("yy")}, numbers{std::int64_t{3}, {}, 0.5};
    Graph graph = with_rows(graph_from_edges(3, edges), rows, {column_of("kind", texts), column_of("w", numbers)});
    graph = with_vertex_column(graph, column_of("on", std::vector<Cell>{true, false, {}}));
    Image const good(bytes_of(graph));
    EXPECT_EQ(good.header.version, 4u);
    EXPECT_EQ(good.header.flags, detail::binary_csr_has_columns);
    auto const error_with_columns = [](std::string const& bytes) {
        return error_of([&] { detail::read_binary_csr(bytes, "g.cbin"); });
    };
    EXPECT_EQ(error_with_columns(Image(good).sealed()), "no error");
    std::uint64_t const end = good.header.file_bytes;
    std::uint64_t const begin = end - detail::aligned(good.header.columns_bytes);
    std::string const bytes = Image(good).raw();
    std::size_t refused = 0;
    for (std::uint64_t at = begin; at < begin + good.header.columns_bytes; ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            Image bad = good;
            bad.set(at, 0, static_cast<char>(bytes[at] ^ 1 << bit));
            std::string const error = error_with_columns(bad.sealed());
            refused += error != "no error";
            EXPECT_TRUE(error == "no error" || error.ends_with("; convert the graph again")) << error;
        }
    }
    EXPECT_GT(refused, 8 * good.header.columns_bytes / 4);
    Image bad = good;
    bad.header.columns_bytes -= 1;
    EXPECT_NE(error_with_columns(bad.sealed()), "no error");
    bad.header.columns_bytes = ~std::uint64_t{0} - 5;
    EXPECT_NE(error_with_columns(bad.sealed()), "no error");
}

// The arcs 0 > 1, 1 <> 2, of a path, and two labels: arcs 1 2 3 3, labels 1 none 0.
TEST_F(BinaryCsr, RefusesMarksThatAreNoGraphs) {
    std::vector<Edge> const arcs{{0, 1}, {1, 2}, {2, 1}};
    Image const good(bytes_of(with_labels(graph_from_arcs(3, arcs), {"x", "", "a"})));
    EXPECT_EQ(good.header.version, 2u);
    EXPECT_EQ(good.header.flags, detail::binary_csr_has_arcs | detail::binary_csr_has_labels);
    EXPECT_EQ(good.header.label_names_bytes, 10u);
    EXPECT_EQ(error(Image(good).sealed()), "no error");
    auto const expect_refused = [&](std::string const& says, auto const& spoil) {
        Image bad = good;
        spoil(bad);
        EXPECT_NE(error(bad.sealed()).find(says), std::string::npos) << error(bad.sealed());
    };
    expect_refused("entry 0 is 0", [](Image& bad) { bad.set(bad.header.arcs_position, 0, std::uint8_t{0}); });
    expect_refused("entry 2 is 4", [](Image& bad) { bad.set(bad.header.arcs_position, 2, std::uint8_t{4}); });
    expect_refused("vertices 0 and 1 differ",
                   [](Image& bad) { bad.set(bad.header.arcs_position, 1, std::uint8_t{1}); });
    expect_refused("vertex 2 has label 2", [](Image& bad) { bad.set(bad.header.labels_position, 2, 2u); });
    expect_refused("names", [](Image& bad) { bad.set(bad.header.label_names_position, 0, 7u); });
    expect_refused("names", [](Image& bad) { bad.set(bad.header.label_names_position, 4, 'z'); }); // not ascending
    expect_refused("do not fit", [](Image& bad) { bad.header.flags |= detail::binary_csr_oriented; });
    expect_refused("do not fit", [](Image& bad) { bad.header.label_names_bytes = std::uint64_t{1} << 60; });
    expect_refused("positions", [](Image& bad) { bad.header.version = 1; });
    expect_refused("positions", [](Image& bad) { bad.header.columns_bytes = 1; });
}

} // namespace
} // namespace cerrado::test
