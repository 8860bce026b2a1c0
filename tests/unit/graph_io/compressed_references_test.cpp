// Lists of a .cgz that refer to other lists.
#include "compressed_file.hpp"

#include <cerrado/graph/compressed_graph.hpp>

namespace cerrado::test {
namespace {

// Every list but the first of a block refers to one of those before it, as it comes, and most in vain.
GroupedLists referring(GroupedLists lists) {
    std::mt19937 random(11);
    lists.references.resize(lists.vertex_count());
    for (auto const& range : block_ranges(lists)) {
        for (VertexId before = 1; before < range.vertices; ++before) {
            VertexId const farthest = std::min(before, detail::cgz::farthest_reference);
            lists.references[range.first + before] = static_cast<std::uint8_t>(random() % (farthest + 1));
        }
    }
    return lists;
}

class ReferringFile : public DamagedFile {
protected:
    static std::string referring_bytes(Graph const& graph, Groups const& groups = {}, VertexOrder const& order = {}) {
        return bytes_of_lists(graph, referring(lists_of(graph, groups, order)), order);
    }
};

TEST_F(ReferringFile, HoldsRandomGraphs) {
    for (auto const& [vertices, edges] : {std::pair(2u, 1), {9u, 30}, {40u, 600}, {300u, 9000}, {3000u, 150000}}) {
        SCOPED_TRACE(vertices);
        Graph const graph = random_graph(vertices, static_cast<std::size_t>(edges), Ids::gaps, 7);
        expect_same(graph, referring_bytes(graph));
        VertexOrder const order = shuffled(vertices);
        expect_same(graph, referring_bytes(graph, some_triangles(reorder(graph, order)), order));
    }
}

TEST_F(ReferringFile, EveryListAloneIsTheGraphs) {
    Graph const graph = random_graph(3000, 150000, Ids::gaps, 6);
    std::string const bytes = referring_bytes(graph, some_triangles(graph));
    CompressedGraph compressed(write("g.cgz", bytes));
    ASSERT_GE(compressed.block_count(), 2u);
    for (VertexId v = 0; v < graph.vertex_count(); v += 59) {
        EXPECT_TRUE(std::ranges::equal(compressed.neighbours(v), graph.neighbours(v))) << v;
    }
    auto const parts = compressed.parts();
    EXPECT_TRUE(std::ranges::count(parts, "lists: references", &CompressedPart::name) == 1);
    double sum = 0;
    for (CompressedPart const& part : parts) sum += part.bytes;
    EXPECT_NEAR(sum, static_cast<double>(bytes.size()), 0.5);
}

TEST_F(ReferringFile, EveryByteFlippedIsToldOrDoesNoHarm) {
    Graph const graph = random_graph(30, 120, Ids::positions, 3);
    std::string const bytes = referring_bytes(graph, some_triangles(graph));
    measure(bytes);
    flip_every_byte(graph, bytes);
}

TEST_F(ReferringFile, EveryCutIsTold) {
    std::string const bytes = referring_bytes(random_graph(60, 200, Ids::gaps, 4));
    measure(bytes);
    cut_everywhere(bytes);
}

// Behind the checksums: whatever the bytes of a block are, they are a block or none.
TEST_F(ReferringFile, WhatIsNoBlockIsRefused) {
    Graph const graph = random_graph(30, 120, Ids::positions, 3);
    std::string const bytes = referring_bytes(graph);
    detail::cgz::Layout const layout(bytes, "g.cgz");
    std::string const block(*layout.block_bytes(0));
    detail::cgz::BlockUnpacker unpacker(true);
    auto const unpacked = [&](std::string const& content) {
        return unpacker.unpack(content, layout.block(0).content(), 0, graph.vertex_count());
    };
    ASSERT_TRUE(unpacked(block));
    for (std::size_t i = 0; i < block.size(); ++i) {
        EXPECT_FALSE(unpacked(block.substr(0, i))) << i;
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = block;
            damaged[i] = static_cast<char>(damaged[i] ^ 1 << bit);
            auto const content = unpacked(damaged);
            if (!content) continue;
            EXPECT_EQ(content->lower.size(), layout.block(0).list_edges);
            for (VertexId v = 0; v < graph.vertex_count(); ++v) {
                auto const list = std::span(content->lower)
                                      .subspan(content->offsets[v], content->offsets[v + 1] - content->offsets[v]);
                EXPECT_TRUE(std::ranges::is_sorted(list, std::greater_equal<>()) && (list.empty() || list[0] < v));
            }
        }
    }
}

} // namespace
} // namespace cerrado::test
