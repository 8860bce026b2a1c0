// .gt files of graph-tool, put together by its documentation.
#include "../graph_io/helpers.hpp"
#include "npy_files.hpp"

#include <cerrado/graph/io/formats.hpp>
#include <cerrado/graph/names.hpp>

namespace cerrado::test {
namespace {

Graph read(std::string const& bytes, ReadOptions const& options = {}) {
    ReadReport report;
    return detail::read_gt(bytes, "g.gt", options, report);
}
std::string error(std::string const& bytes) {
    return error_of([&] { read(bytes); });
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
            Graph const graph = read(file);
            EXPECT_EQ(graph.vertex_count(), vertices);
            EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {0, 2}, {1, 2}})) << vertices;
        }
    }
}

TEST(Gt, HasDirections) {
    EXPECT_EQ(count_arcs_or_edges(read(gt(3, 1, true, false, ""), {.directed = true})), 3u);
    EXPECT_TRUE(read(gt(3, 1, true, false, "")).cleaning.directed);
    EXPECT_NE(error_of([&] { read(gt(3, 1, false, false, ""), {.directed = true}); }).find("it has no directions"),
              std::string::npos);
}

TEST(Gt, HasLabelsAndNamesAmongOtherProperties) {
    std::string const bytes = gt(3, 1, true, false, properties);
    Graph const plain = read(bytes);
    EXPECT_EQ(labels_of(plain), (std::vector<std::string>{"A", "", "B"}));
    EXPECT_FALSE(has_names(plain) || has_edge_labels(plain));
    Graph const marked = read(bytes, {.directed = true, .edge_labels = true, .names = true});
    EXPECT_EQ(*marked.marks->names, (std::vector<std::string>{"x", "y", "z"}));
    EXPECT_EQ(labels_of(marked), (std::vector<std::string>{"B", "", "A"}));
    EXPECT_EQ(marked.marks->edge_label_names, (std::vector<std::string>{"e", "f"}));
    VertexId const z = 2, x = 0; // 0 and 2 in the file
    EXPECT_EQ(marked.marks->edge_labels[marked.ref().find(z, x)], 1u);
}

TEST(Gt, EveryTruncationIsFound) {
    std::string const whole = gt(3, 1, true, false, properties);
    for (std::size_t length = 6; length < whole.size(); ++length) {
        EXPECT_EQ(error(whole.substr(0, length)), "input: g.gt: the gt data is truncated; fetch the file again")
            << length;
    }
    EXPECT_EQ(error(whole + "x"), "input: g.gt: other bytes follow the gt data; fetch the file again");
}

TEST(Gt, NumbersAreNotBelieved) {
    std::string const whole = gt(3, 1, false, false, "");
    auto const with = [&](std::size_t place, std::string const& bytes) {
        std::string changed = whole;
        changed.replace(place, bytes.size(), bytes);
        return error(changed);
    };
    std::size_t const count = whole.find("text") + 5;
    EXPECT_NE(with(count, little_endian(~0ull, 8)).find("truncated"), std::string::npos);
    EXPECT_NE(with(count + 8, little_endian(~0ull, 8)).find("truncated"), std::string::npos);
    EXPECT_NE(with(whole.size() - 8, little_endian(~0ull, 8)).find("truncated"), std::string::npos);
    EXPECT_EQ(with(count + 16, "\3"), "input: g.gt: an edge to vertex 3 of 3; fetch the file again");
    EXPECT_EQ(with(6, "\2"), "input: g.gt: version 2 of .gt files; expected 1");
    EXPECT_EQ(error(gt(3, 1, false, false, little_endian(1, 8) + property(1, "x", 15, ""))),
              "input: g.gt: a property of no known type; fetch the file again");
}

} // namespace
} // namespace cerrado::test
