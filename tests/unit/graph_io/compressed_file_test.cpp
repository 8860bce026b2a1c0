// .cgz files: what comes back is the graph, and damage is told.
#include "compressed_file.hpp"

#include <cerrado/graph/compressed_graph.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/names.hpp>

namespace cerrado::test {
namespace {

TEST_F(CompressedFile, HoldsRandomGraphs) {
    for (auto const& [vertices, edges] :
         {std::pair(1u, 0), {2u, 3}, {9u, 12}, {100u, 60}, {300u, 9000}, {70000u, 200000}}) {
        for (Ids const ids : {Ids::positions, Ids::gaps}) {
            SCOPED_TRACE(vertices);
            Graph const graph = random_graph(vertices, static_cast<std::size_t>(edges), ids, 7);
            expect_same(graph, bytes_of(graph));
            expect_same(graph, bytes_of(graph, some_triangles(graph)));
            VertexOrder const order = shuffled(vertices);
            expect_same(graph, bytes_of(graph, some_triangles(reorder(graph, order)), order));
        }
    }
}

TEST_F(CompressedFile, HoldsGraphsOfEveryShape) {
    for (std::string const spec : {"gen:er:n=10,m=0,seed=1", "gen:star:n=1000", "gen:path:n=1000", "gen:complete:n=60",
                                   "gen:grid:rows=30,columns=40"}) {
        SCOPED_TRACE(spec);
        Graph const graph = generate_graph(spec);
        expect_same(graph, bytes_of(graph));
    }
    expect_same(Graph(), bytes_of(Graph(std::vector<EdgeOffset>{0}, {})));
}

TEST_F(CompressedFile, ACompleteGraphTakesLessThanAKilobyte) {
    Graph const graph = generate_graph("gen:complete:n=2000");
    VertexOrder all(2000);
    std::iota(all.begin(), all.end(), VertexId{0});
    Groups groups;
    groups.add(all);
    std::string const bytes = bytes_of(graph, groups);
    EXPECT_LT(bytes.size(), 1024u);
    expect_same(graph, bytes);
}

TEST_F(CompressedFile, KeepsIdsThatDoNotAscend) {
    Graph const graph = graph_from_edges(4, std::vector<Edge>{{0, 1}, {1, 3}}, {7, ~OriginalId{0}, 0, 5});
    expect_same(graph, bytes_of(graph));
}

TEST_F(CompressedFile, KeepsOrientation) {
    Graph const graph = orient(random_graph(200, 900, Ids::gaps, 3));
    expect_same(graph, bytes_of(graph));
    expect_same(graph, bytes_of(graph, {}, shuffled(graph.vertex_count())));
}

TEST_F(CompressedFile, KeepsDirectionsLabelsAndNames) {
    std::vector<Edge> const arcs{{0, 1}, {1, 0}, {2, 1}, {3, 2}, {0, 3}, {4, 0}};
    Graph graph = graph_from_arcs(5, arcs);
    graph = with_labels(std::move(graph), {"a", "", "b", "a", "a longer one"});
    graph = with_edge_labels(std::move(graph), arcs, {"up", "down", "", "up", "x", "y"});
    graph = with_names(std::move(graph), {"ann", "bob", "cy", "dee", "eve"});
    expect_same(graph, bytes_of(graph));
    expect_same(graph, bytes_of(graph, {}, shuffled(5)));
    std::vector<Edge> const edges{{0, 1}, {1, 2}, {2, 3}};
    Graph const plain = with_edge_labels(graph_from_edges(4, edges), edges, {"p", "", "q"});
    expect_same(plain, bytes_of(plain));
}

TEST_F(CompressedFile, IsTheSameForAnyNumberOfThreads) {
    Graph const graph = random_graph(9000, 300000, Ids::gaps, 2);
    std::string const bytes = bytes_of(graph);
    EXPECT_GE(detail::cgz::Layout(bytes, "g").block_count(), 4u);
    EXPECT_TRUE(bytes == bytes_of(graph, {}, {}, 4));
}

TEST_F(CompressedFile, IsAGraphForEveryReader) {
    Graph const graph = random_graph(100, 500, Ids::gaps, 1);
    std::string const file = write("g.cgz", bytes_of(graph));
    EXPECT_EQ(named_edges(read_graph(file)), named_edges(graph));
    EXPECT_EQ(named_edges(read_graph(write("noname", bytes_of(graph)))), named_edges(graph));
    EXPECT_EQ(error_of([&] { write_graph(graph, path("h.cgz")); }),
              "input: " + path("h.cgz") + ": compressing is a command of its own; use `cerrado compress GRAPH -o " +
                  path("h.cgz") + "`");
}

TEST_F(CompressedFile, EveryBlockAndEveryListAloneIsTheGraphs) {
    Graph const graph = random_graph(9000, 300000, Ids::gaps, 6);
    VertexOrder const order = shuffled(9000);
    for (bool const is_shuffled : {false, true}) {
        Graph const ordered = is_shuffled ? reorder(graph, order) : graph;
        auto const bytes = bytes_of(graph, some_triangles(ordered), is_shuffled ? order : VertexOrder());
        CompressedGraph compressed(write("g.cgz", bytes));
        ASSERT_GE(compressed.block_count(), 4u);
        for (VertexId v = 0; v < graph.vertex_count(); v += is_shuffled ? 97 : 31) {
            EXPECT_TRUE(std::ranges::equal(compressed.neighbours(v), graph.neighbours(v))) << v;
        }
        std::vector<Edge> all;
        for (std::size_t i = 0; i < compressed.block_count(); ++i) {
            auto const edges = compressed.block(i);
            all.insert(all.end(), edges.begin(), edges.end());
        }
        expect_same_structure(graph_from_edges(graph.vertex_count(), all), graph);
        EXPECT_EQ(cbin_bytes(compressed.graph()), cbin_bytes(graph));
        double sum = 0;
        for (CompressedPart const& part : compressed.parts()) sum += part.bytes;
        EXPECT_NEAR(sum, static_cast<double>(bytes.size()), 0.5);
    }
}

TEST_F(CompressedFile, ListsOfAnOrientedGraphAreItsOwn) {
    Graph const graph = orient(random_graph(200, 900, Ids::positions, 3));
    CompressedGraph compressed(write("g.cgz", bytes_of(graph, {}, shuffled(200))));
    for (VertexId v = 0; v < 200; ++v)
        EXPECT_TRUE(std::ranges::equal(compressed.neighbours(v), graph.neighbours(v))) << v;
}

TEST_F(DamagedFile, EveryByteFlippedIsToldOrDoesNoHarm) {
    std::vector<Edge> const arcs{{0, 1}, {1, 0}, {2, 1}, {3, 2}, {0, 3}, {4, 0}, {0, 2}};
    Graph graph = graph_from_arcs(5, arcs, {1, 2, 4, 5, 900});
    graph = with_labels(std::move(graph), {"a", "", "b", "a", "a longer one"});
    std::string const bytes = bytes_of(graph, some_triangles(reorder(graph, shuffled(5))), shuffled(5));
    measure(bytes);
    flip_every_byte(graph, bytes);
}

TEST_F(DamagedFile, EveryCutIsTold) {
    Graph const graph = random_graph(60, 200, Ids::gaps, 4);
    std::string const bytes = bytes_of(graph, some_triangles(graph));
    measure(bytes);
    cut_everywhere(bytes);
}

TEST_F(DamagedFile, ABlockIsNamedWithItsVerticesAndTheRestCanBeRead) {
    Graph const graph = random_graph(9000, 300000, Ids::positions, 2);
    std::string bytes = bytes_of(graph);
    detail::cgz::Layout const layout(bytes, "g.cgz");
    ASSERT_GE(layout.block_count(), 4u);
    std::size_t const inside = static_cast<std::size_t>(layout.block_bytes(1)->data() - bytes.data()) + 100;
    VertexId const first = layout.first_vertex(1), next = layout.first_vertex(2);
    std::string const name = "g.cgz: " + layout.block_name(1);
    EXPECT_NE(name.find("(vertices " + std::to_string(first) + " to " + std::to_string(next - 1) + ")"),
              std::string::npos);
    bytes[inside] = static_cast<char>(bytes[inside] ^ 1);
    EXPECT_EQ(error_of_bytes(bytes), "input: " + name +
                                         " is damaged; fetch or compress it again, or read the rest with `cerrado "
                                         "decompress --keep-going`");
    std::vector<std::string> damages;
    Graph const rest = detail::cgz::read_compressed(
        bytes, "g.cgz", {.damage = [&](std::string const& damage) { damages.push_back(damage); }});
    EXPECT_EQ(damages, std::vector<std::string>{name + " is damaged"});
    std::vector<Edge> expected, found;
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        if (u < first || u >= next) expected.push_back({v, u});
    });
    for_each_arc_or_edge(rest, [&](VertexId v, VertexId u) { found.push_back({v, u}); });
    EXPECT_TRUE(expected == found);
}

TEST_F(DamagedFile, ANewerVersionIsRefused) {
    std::string bytes = bytes_of(random_graph(10, 20, Ids::positions, 1));
    detail::cgz::Header header;
    std::memcpy(&header, bytes.data(), sizeof header);
    header.version = 3;
    header.header_checksum = detail::cgz::header_checksum(header);
    for (std::size_t const place : {std::size_t{0}, bytes.size() - sizeof header}) {
        std::memcpy(bytes.data() + place, &header, sizeof header);
    }
    EXPECT_EQ(error_of_bytes(bytes),
              "input: g.cgz: .cgz format version 3; expected 1 or 2, use the Cerrado that wrote it, or compress the "
              "graph again");
}

TEST_F(DamagedFile, WhatFollowsItsEndIsRefused) {
    std::string const bytes = bytes_of(random_graph(10, 20, Ids::positions, 1));
    EXPECT_NE(error_of_bytes(bytes + "x").find("expected nothing after its end"), std::string::npos);
}

} // namespace
} // namespace cerrado::test
