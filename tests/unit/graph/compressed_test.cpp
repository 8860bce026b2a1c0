#include "unit/graph/helpers.hpp"
#include "unit/graph/shown_columns.hpp"

#include <cerrado/graph/compressed_graph.hpp>
#include <cerrado/graph/detail/cgz/cgz.hpp>
#include <cerrado/graph/detail/cgz/layout.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/open.hpp>

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <random>

namespace cerrado::test {

// What tests of .cgz files share.

using detail::cgz::GroupedLists;
using detail::cgz::Groups;

class CompressedFile : public TemporaryFolder {
protected:
    std::string cbin_bytes(Graph const& graph) {
        write_graph(graph, path("g.cbin"));
        return content_of(path("g.cbin"));
    }

    static std::string bytes_of(Graph const& graph, Groups const& groups = {}, VertexOrder const& order = {},
                                int threads = 1) {
        return bytes_of_lists(graph, lists_of(graph, groups, order), order, threads);
    }
    static std::string bytes_of_lists(Graph const& graph, GroupedLists const& lists, VertexOrder const& order,
                                      int threads = 1) {
        Team team(threads);
        return detail::cgz::compressed_bytes({graph, order, lists}, 2, team);
    }
    static GroupedLists lists_of(Graph const& graph, Groups const& groups, VertexOrder const& order) {
        Graph const undirected = graph.oriented() ? undirected_of(graph) : graph;
        return grouped_lists(order.empty() ? undirected : reorder(undirected, order), groups);
    }

    static Graph undirected_of(Graph const& graph) {
        std::vector<Edge> edges;
        for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) { edges.push_back({v, u}); });
        return graph_from_edges(graph.vertex_count(), edges,
                                {graph.original_ids().begin(), graph.original_ids().end()});
    }

    void expect_same(Graph const& graph, std::string const& bytes) {
        for (int const threads : {1, 3}) {
            Graph const after = detail::cgz::read_compressed(bytes, "g.cgz", {.threads = threads});
            EXPECT_TRUE(cbin_bytes(after) == cbin_bytes(graph));
        }
    }
};

// Every third triangle or so, as it comes.
inline Groups some_triangles(Graph const& graph) {
    Groups groups;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            if (u < v) continue;
            for (VertexId const w : graph.neighbours(u)) {
                if (w > u && graph.ref().adjacent(v, w) && (v + u + w) % 3 == 0) groups.add(std::array{v, u, w});
            }
        }
    }
    return groups;
}

inline VertexOrder shuffled(VertexId count) {
    VertexOrder order(count);
    std::iota(order.begin(), order.end(), VertexId{0});
    std::shuffle(order.begin(), order.end(), std::mt19937(5));
    return order;
}

inline std::string error_of_bytes(std::string const& bytes) {
    return error_of([&] { detail::cgz::read_compressed(bytes, "g.cgz"); });
}

class DamagedFile : public CompressedFile {
protected:
    // Each flip of these bits is told, or the graph is right nevertheless: a header and an index are there twice.
    void flip_every_byte(Graph const& graph, std::string const& bytes) {
        std::string const whole = cbin_bytes(graph);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            for (char const bits : {'\x01', '\x80', '\xff'}) {
                std::string damaged = bytes;
                damaged[i] = static_cast<char>(damaged[i] ^ bits);
                std::string const error = error_of(
                    [&] { EXPECT_TRUE(cbin_bytes(detail::cgz::read_compressed(damaged, "g.cgz")) == whole) << i; });
                EXPECT_TRUE(error == "no error" || error.starts_with("input: g.cgz: ")) << i << ": " << error;
                bool const in_front = i < front_;
                bool const at_end = i >= bytes.size() - front_;
                EXPECT_EQ(error == "no error", in_front || at_end) << i << ": " << error;
            }
        }
    }
    // And each cut, unless only copies are lost.
    void cut_everywhere(std::string const& bytes) {
        std::size_t const blocks_and_sections = bytes.size() - front_;
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            std::string const error = error_of_bytes(bytes.substr(0, size));
            if (size < blocks_and_sections) {
                EXPECT_TRUE(error.starts_with("input: g.cgz: ")) << size << ": " << error;
            } else {
                EXPECT_EQ(error, "no error") << size;
            }
        }
    }
    void measure(std::string const& bytes) {
        detail::cgz::Layout const layout(bytes, "g.cgz");
        front_ = sizeof(detail::cgz::Header) + layout.block_count() * sizeof(detail::cgz::BlockEntry) +
                 layout.sections().size() * sizeof(detail::cgz::SectionEntry) + layout.header().mention_bytes;
    }
    std::size_t front_ = 0;
};

// .cgz files: what comes back is the graph, and damage is told.

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

// A path with parallel edges and a loop, and columns of all types.
Graph graph_with_columns(bool directed, std::string const& path) {
    return open_marked_graph(path, {.directed = directed, .names = true, .attributes = true});
}
constexpr char table_with_columns[] =
    "source,target,w,k,on,at,x\nb,a,9007199254740993,u,true,2024-01-15,0.1\na,b,,,,,\nb,a,3,\"\",false,,1e9\n"
    "b,b,4,v,,,\nc,a,5,u,true,,\nd,c,6,u,true,,-0.5\n";

TEST_F(CompressedFile, HoldsColumns) {
    for (bool const directed : {false, true}) {
        Graph const graph = with_vertex_column(
            graph_with_columns(directed, write("t.csv", table_with_columns)),
            column_of("size", std::vector<Cell>{std::int64_t{1}, {}, std::int64_t{3}, std::int64_t{-4}}));
        expect_same(graph, bytes_of(graph));
        VertexOrder const order = shuffled(4);
        std::string const bytes = bytes_of(graph, some_triangles(reorder(graph, order)), order);
        expect_same(graph, bytes);
        EXPECT_EQ(detail::cgz::read_compressed(bytes, "g.cgz", {.columns = false}).columns, nullptr);
        write("g.cgz", bytes);
        EXPECT_EQ(open_graph(path("g.cgz")).columns, nullptr) << "nobody asked for them";
        Graph const kept = open_marked_graph(path("g.cgz"), {.attributes = true});
        expect_same_columns(*kept.columns, *graph.columns);
    }
    Graph const alone =
        with_vertex_column(graph_from_edges(2, std::vector<Edge>{{0, 1}}), column_of("a", std::vector<Cell>{true, {}}));
    expect_same(alone, bytes_of(alone));
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

TEST_F(DamagedFile, DamageOfColumnsIsToldAndTheRestIsRead) {
    Graph const graph = graph_with_columns(true, write("t.csv", table_with_columns));
    std::string bytes = bytes_of(graph);
    measure(bytes);
    flip_every_byte(graph, bytes);
    detail::cgz::Layout const layout(bytes, "g.cgz");
    auto const* const section = layout.section(detail::cgz::SectionKind::columns);
    ASSERT_NE(section, nullptr);
    std::size_t const inside = static_cast<std::size_t>(layout.section_bytes(*section)->data() - bytes.data());
    bytes[inside] = static_cast<char>(bytes[inside] ^ 1);
    EXPECT_EQ(error_of_bytes(bytes), "input: g.cgz: its attributes are damaged; fetch or compress it again");
    std::vector<std::string> damages;
    Graph const rest = detail::cgz::read_compressed(
        bytes, "g.cgz", {.damage = [&](std::string const& damage) { damages.push_back(damage); }});
    EXPECT_EQ(damages, (std::vector<std::string>{"g.cgz: its attributes are damaged; fetch or compress it again"}));
    EXPECT_EQ(rest.columns, nullptr);
    EXPECT_EQ(rest.edge_count(), graph.edge_count());
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
    EXPECT_EQ(
        error_of_bytes(bytes),
        "input: g.cgz: .cgz format version 3; expected 1 or 2, read it with the Cerrado that wrote it, or compress the "
        "graph again");
}

TEST_F(DamagedFile, WhatFollowsItsEndIsRefused) {
    std::string const bytes = bytes_of(random_graph(10, 20, Ids::positions, 1));
    EXPECT_NE(error_of_bytes(bytes + "x").find("expected nothing after its end"), std::string::npos);
}

} // namespace

// The order of a .cgz as ranks among what remains.

namespace {

using detail::cgz::RemainingVertices;

std::vector<VertexId> random_ranks(VertexId count) {
    std::mt19937 random(count);
    std::vector<VertexId> ranks;
    for (VertexId left = count; left > 0; --left) ranks.push_back(random() % left);
    return ranks;
}

// As the format says: one vertex after the other is taken out of a list.
std::vector<VertexId> taken_one_by_one(std::vector<VertexId> const& ranks) {
    std::vector<VertexId> list(ranks.size()), taken;
    std::iota(list.begin(), list.end(), VertexId{0});
    for (VertexId const rank : ranks) {
        taken.push_back(list[rank]);
        list.erase(list.begin() + rank);
    }
    return taken;
}

TEST(CompressedOrder, RanksBecomeTheVerticesThatAreTakenOneByOne) {
    for (VertexId const count : {0u, 1u, 2u, 63u, 64u, 65u, 511u, 512u, 513u, 5000u}) {
        auto const ranks = random_ranks(count);
        auto const expected = taken_one_by_one(ranks);
        for (int const members : {1, 2, 3, 7}) {
            Team team(members);
            auto found = ranks;
            detail::cgz::replace_ranks(found, team);
            EXPECT_EQ(found, expected) << count << " by " << members;
        }
    }
}

TEST(CompressedOrder, RemainingVerticesCountThoseBelow) {
    RemainingVertices remaining(1500);
    std::vector<VertexId> const gone{0, 63, 64, 511, 512, 1499};
    for (VertexId const v : gone) remaining.remove(v);
    EXPECT_EQ(remaining.left(), 1494u);
    for (VertexId v = 0, rank = 0; v < 1500; ++v) {
        EXPECT_EQ(remaining.rank(v), rank);
        if (std::ranges::find(gone, v) != gone.end()) continue;
        EXPECT_EQ(remaining.at(rank++), v);
    }
}

} // namespace

// Lists of a .cgz that refer to other lists.

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
