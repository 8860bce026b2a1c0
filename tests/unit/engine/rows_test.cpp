#include "unit/workbench.hpp"

#include <cerrado/core/error.hpp>

#include <clique/clique.hpp>
#include <clique/verifier.hpp>

namespace cerrado::test {

// Rows: bit rows over the root's neighbourhood say what the adjacency lists say.

namespace {

struct TwoTogether {
    int k = 6;
    using Engine = Rows;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = 2;
    template <class T> void visit(T&) const {}
};

// Complete subgraphs without counted levels: rows down to the last level, whose extensions are counted.
struct RowsToTheEnd {
    int k = 4;
    using Engine = Rows;
    static constexpr bool oriented = true;
    template <class T> CERRADO_FN void visit(T& te) const {
        te.extend_common();
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

struct Planned {
    int k = 5;
    using Engine = Rows;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = 2;
};

// Random edges, and a first vertex that is adjacent to all.
Graph vertex_before(VertexId vertices, std::uint64_t edges) {
    Graph const graph =
        generate_graph("gen:er:n=" + std::to_string(vertices) + ",m=" + std::to_string(edges) + ",seed=2");
    std::vector<Edge> all;
    for (VertexId v = 0; v < vertices; ++v) {
        all.push_back({0, v + 1});
        for (VertexId const u : graph.neighbours(v)) all.push_back({v + 1, u + 1});
    }
    return graph_from_edges(vertices + 1, all);
}

template <class W> void expect_rows_count_as_lists(int k, Graph const& graph) {
    Workbench<W, CliqueBitmap> rows({k}, graph);
    rows.enumerate_all();
    Workbench<ScalarWarp, Clique> lists({k}, graph);
    lists.enumerate_all();
    EXPECT_EQ(to_string(rows.result().count), to_string(lists.result().count)) << graph.source << " k=" << k;
}

bool adjacent_to_all(Graph const& oriented, Vertices const& vertices, VertexId u) {
    return std::ranges::all_of(vertices, [&](VertexId v) { return oriented.ref().adjacent(v, u); });
}

Vertices common_successors(Graph const& oriented, Vertices const& vertices) {
    Vertices list;
    for (VertexId u = 0; u < oriented.vertex_count(); ++u) {
        if (oriented.ref().adjacent(vertices[0], u)) list.push_back(u);
    }
    std::erase_if(list, [&](VertexId u) {
        return !adjacent_to_all(oriented, {vertices.begin() + 1, vertices.end()}, u);
    });
    return list;
}

// The members whose bits are set in the row of the traversal.
template <class T> Vertices row_of(T& te) {
    Vertices list;
    for (std::uint32_t i = 0; i < 32 * te.row_words(); ++i) {
        if ((te.extension_row(te.size())[i / 32] >> i % 32 & 1) != 0) list.push_back(te.members()[i]);
    }
    return list;
}

} // namespace

template <class W> class RowsEngine : public testing::Test {};
TYPED_TEST_SUITE(RowsEngine, HostWarps, WarpName);

// Extensions are consumed from the highest down, and a row speaks of what is below: the common predecessors among the root's successors.
TYPED_TEST(RowsEngine, ARowHoldsTheMembersThatPrecedeAndAreAdjacentToAll) {
    for (char const* spec : {"gen:er:n=90,m=2000,seed=1", "gen:complete:n=140", "gen:ba:n=200,m=9,seed=2",
                             "gen:er:n=600,m=60000,seed=1" /* narrows, from 185 members */}) {
        Workbench<TypeParam, TwoTogether> bench({13}, generate_graph(spec));
        for (VertexId const root : {0u, 3u, 11u}) {
            auto const rows = bench.on({root}, [&](auto& te) {
                std::vector<std::pair<Vertices, Vertices>> seen;
                te.on_enter(Entry::handed_out);
                for (int step = 0; step < 4; ++step) {
                    EXPECT_TRUE(te.extend_common());
                    EXPECT_FALSE(te.extend_common());
                    seen.emplace_back(vertices_of(te), row_of(te));
                    EXPECT_EQ(te.extension_count(), seen.back().second.size());
                    if (te.extension_count() == 0) break;
                    te.move();
                }
                return seen;
            });
            for (auto const& [vertices, row] : rows) {
                Vertices expected = common_successors(bench.graph(), {vertices[0]});
                for (std::size_t i = 1; i < vertices.size(); ++i) {
                    VertexId const last = vertices[i];
                    std::erase_if(expected, [&](VertexId u) { return !bench.graph().ref().adjacent(u, last); });
                }
                EXPECT_EQ(row, expected) << spec << ", root " << root << ", length " << vertices.size();
            }
        }
    }
}

// As after a donation: the vertices are given, the rows are not.
TYPED_TEST(RowsEngine, RowsFollowFromTheVerticesAlone) {
    Workbench<TypeParam, TwoTogether> bench({}, generate_graph("gen:complete:n=80"));
    auto const size = bench.on({3, 70, 41}, [](auto& te) {
        te.on_enter(Entry::handed_out);
        te.extend_common();
        return te.extension_count();
    });
    EXPECT_EQ(size, 37u); // 4 .. 40
}

// Slices and donations take extensions from above: what is left is consumed from there down, each once.
TYPED_TEST(RowsEngine, MoveTakesTheHighestThatIsLeft) {
    Workbench<TypeParam, TwoTogether> bench({}, generate_graph("gen:complete:n=100"));
    auto const taken = bench.on({0}, [](auto& te) {
        Vertices seen;
        te.on_enter(Entry::handed_out);
        te.extend_common();
        for (std::uint32_t const left : {99u, 98u, 40u, 39u, 2u, 1u}) {
            te.top().size = left;
            te.move();
            seen.push_back(te.last());
            te.extend_common();
            te.top().size = 0;
            te.move(); // back
        }
        EXPECT_EQ(te.size(), 1);
        return seen;
    });
    EXPECT_EQ(taken, (Vertices{99, 98, 40, 39, 2, 1}));
}

// k = 3: pairs of the root's row; 4: its triangles; 5 and 6: those of rows below, and what is left among few.
TYPED_TEST(RowsEngine, CountsThePairsAndTrianglesOfARow) {
    for (char const* spec :
         {"gen:complete:n=12", "gen:er:n=40,m=220,seed=4", "gen:star:n=40", "gen:er:n=30,m=0,seed=1"}) {
        for (int k = 3; k <= 6; ++k) expect_rows_count_as_lists<TypeParam>(k, generate_graph(spec));
    }
}

// More members than the 256 bits of a tile.
TYPED_TEST(RowsEngine, CountsTheTrianglesOfALongRow) {
    expect_rows_count_as_lists<TypeParam>(4, vertex_before(270, 300));
}

// Of rows with more members than a small matrix has, down to few; and of rows with few from the start. Lanes in lockstep
// take their time.
TYPED_TEST(RowsEngine, CountsAllThatIsLeftAmongFew) {
    std::vector<Graph> graphs{vertex_before(90, 500)};
    if (TypeParam::width == 1) graphs.push_back(generate_graph("gen:er:n=110,m=3000,seed=1"));
    if (TypeParam::width == 1) graphs.push_back(generate_graph("gen:ba:n=200,m=9,seed=2"));
    for (Graph const& graph : graphs) {
        for (int k = 5; k <= 7; ++k) {
            Workbench<TypeParam, CliqueBitmap> bench({k}, graph);
            bench.enumerate_all();
            EXPECT_EQ(to_string(bench.result().count), to_string(clique::count_cliques(graph, k))) << "k=" << k;
        }
    }
}

// Lanes of a part of a warp, or one alone, make no small matrix.
TEST(RowsOfNarrowWarps, CountAsLists) {
    Graph const graph = generate_graph("gen:er:n=24,m=130,seed=3");
    for (int k = 4; k <= 6; ++k) {
        expect_rows_count_as_lists<LockstepTile<1>>(k, graph);
        expect_rows_count_as_lists<LockstepTile<8>>(k, graph);
    }
}

TEST(CompleteAmongFew, AreOfNoMoreSetsThanACountLooksAt) {
    EXPECT_EQ(most_members_for(3), most_small_members);
    EXPECT_EQ(most_members_for(5), most_small_members); // C(64, 3) = 41664
    EXPECT_EQ(most_members_for(6), 43u);                // C(43, 4) = 123410
    EXPECT_EQ(most_members_for(7), 29u);                // C(29, 5) = 118755
    for (int size = 4; size <= max_traversal_length; ++size) {
        EXPECT_LE(most_members_for(size), most_members_for(size - 1)) << size;
    }
}

TYPED_TEST(RowsEngine, NeedsNoCountedLevels) {
    for (auto const& [spec, cliques] : {std::pair{"gen:complete:n=12", "495"}, std::pair{"gen:star:n=40", "0"},
                                        std::pair{"gen:er:n=30,m=0,seed=1", "0"}}) {
        Workbench<TypeParam, RowsToTheEnd> bench({}, generate_graph(spec));
        bench.enumerate_all();
        EXPECT_EQ(to_string(bench.result().count), cliques) << spec;
    }
}

TEST(BitRows, CountsAreThoseOfBitByBit) {
    RandomSource random(7);
    for (std::uint32_t const words : {2u, 4u, 10u}) {
        std::vector<std::uint32_t> matrix(32 * words * words);
        std::vector<std::uint32_t> row(words);
        for (auto& word : row) word = static_cast<std::uint32_t>(random.next());
        std::uint32_t bits = 0;
        Count pairs = 0;
        for (std::uint32_t i = 0; i < 32 * words; ++i) {
            for (std::uint32_t j = 0; j < i; ++j) { // of lower members only
                if (random.below(3) == 0) matrix[i * words + j / 32] |= 1u << j % 32;
            }
            if ((row[i / 32] >> i % 32 & 1) == 0) continue;
            ++bits;
            for (std::uint32_t j = 0; j < i; ++j) {
                pairs += matrix[i * words + j / 32] >> j % 32 & row[j / 32] >> j % 32 & 1;
            }
        }
        EXPECT_EQ(count_row_bits(row.data(), words), bits);
        EXPECT_EQ(count_row_pairs(matrix.data(), row.data(), words), pairs);
        EXPECT_GT(pairs, 0u);
    }
}

TEST(RowsPlan, RowsTakeTheFastMemoryOfAWarpWhereTheyAreSmall) {
    constexpr int area = array_index<MatrixArea, WorkerArraysOf<Planned>>;
    Graph const small = orient(generate_graph("gen:complete:n=101"));
    auto const within = plan_of(Planned{}, small, WorkerKind::warp);
    EXPECT_EQ(within.engine.row_words, 4u);
    EXPECT_EQ(within.layout.entries[area], (100u + 4) * 4 + 100);
    EXPECT_TRUE(within.engine.is_fast);
    EXPECT_TRUE(within.layout.is_fast[area]);
    EXPECT_EQ(within.layout.device_bytes(area), 0u);
    EXPECT_FALSE(plan_of(Planned{}, small, WorkerKind::warp, 8).engine.is_fast); // a quarter of the room
    EXPECT_FALSE(plan_of(Planned{}, small, WorkerKind::lane).engine.is_fast);
    Graph const large = orient(generate_graph("gen:complete:n=600"));
    auto const beside = plan_of(Planned{}, large, WorkerKind::warp);
    EXPECT_FALSE(beside.engine.is_fast);
    EXPECT_EQ(
        beside.layout.device_bytes(area),
        4 * ((599u + 4) * 20 + 599 + 299 * (10 + 1) + 149 * (6 + 1) + 74 * (4 + 1) + 4 * 2 + 1)); // and to narrow to
}

TEST(RowsPlan, EdgesAsRootsAreRefused) {
    TraversalNeeds needs;
    needs.k = 5;
    needs.root_size = 2;
    needs.oriented = true;
    GraphShape const shape = shape_of(orient(generate_graph("gen:complete:n=10")));
    EXPECT_THROW(Rows::Planner::check({needs, shape, Graph(), WorkerKind::lane, full_warp_width}), InputError);
    needs.root_size = 1;
    EXPECT_NO_THROW(Rows::Planner::check({needs, shape, Graph(), WorkerKind::lane, full_warp_width}));
}

TEST(RowsPlan, WarpsNumberWhatTheyStoreWith32Bits) {
    TraversalNeeds storing;
    storing.k = 5;
    storing.counted_levels = 3;
    storing.extension_lists = 1;
    storing.records = true;
    GraphShape const fits{20000, 1, std::make_shared<std::vector<VertexId> const>(16384)};
    GraphShape const large{20000, 1, std::make_shared<std::vector<VertexId> const>(16385)};
    auto const check = [&](GraphShape const& shape, WorkerKind kind) {
        Rows::Planner::check({storing, shape, Graph(), kind, full_warp_width});
    };
    EXPECT_NO_THROW(check(fits, WorkerKind::warp));
    EXPECT_NO_THROW(check(large, WorkerKind::lane));
    EXPECT_THROW(check(large, WorkerKind::warp), InputError);
    storing.counted_levels = 2;
    EXPECT_NO_THROW(check(large, WorkerKind::warp));
}

// The matrix of a root's neighbourhood narrows to the members that are left.

// k is such that 20 of them are not few yet.
TEST(NarrowMatrix, IsOfTheMembersThatAreLeft) {
    RandomSource random(5);
    std::vector<Edge> edges;
    for (VertexId v = 0; v < 240; ++v) {
        for (VertexId u = 0; u < v; ++u) {
            if (u == 0 || v < 14 || random.below(9) == 0) edges.push_back({u, v});
        }
    }
    Graph const graph = graph_from_edges(240, edges);
    Workbench<LockstepWarp, CliqueBitmap> bench({13}, graph);
    int const narrowed = bench.on({0}, [](auto& te) {
        int count = 0;
        te.on_enter(Entry::handed_out);
        te.extend_common();
        while (te.select_extension(1)) {
            te.move();
            te.extend_common();
            count += te.member_count() == te.extension_count() ? 1 : 0;
            te.set_size(1);
        }
        return count;
    });
    EXPECT_GT(narrowed, 20);
    Workbench<LockstepWarp, CliqueBitmap> whole({13}, graph);
    whole.enumerate_all();
    EXPECT_EQ(to_string(whole.result().count), to_string(clique::count_cliques(graph, 13)));
}

} // namespace cerrado::test
