#include "unit/workbench.hpp"

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/masks.hpp>

#include <clique/clique.hpp>

namespace cerrado::test {

// Lists: extend_common and finish() of two levels on an oriented graph: common successors, and the edges among them.

namespace {

struct Common {
    int k = 6;
    static constexpr bool oriented = true;
    static constexpr int extension_lists = 1;
    template <class T> void visit(T&) const {}
};

Vertices successors(Graph const& oriented, Vertices const& vertices) {
    Vertices list;
    for (VertexId u = 0; u < oriented.vertex_count(); ++u) {
        if (std::ranges::all_of(vertices, [&](VertexId v) { return oriented.ref().adjacent(v, u); })) list.push_back(u);
    }
    return list;
}

} // namespace

template <class W> class ExtendCommon : public testing::Test {};
TYPED_TEST_SUITE(ExtendCommon, HostWarps, WarpName);

TYPED_TEST(ExtendCommon, GivesTheCommonSuccessorsAscendingAlongAWalk) {
    Workbench<TypeParam, Common> bench({}, generate_graph("gen:er:n=60,m=1200,seed=1"));
    for (VertexId root : {0u, 1u, 7u}) {
        auto const lists = bench.on({root}, [&](auto& te) {
            std::vector<std::pair<Vertices, Vertices>> seen;
            for (int step = 0; step < 4; ++step) {
                EXPECT_TRUE(te.extend_common());
                EXPECT_FALSE(te.extend_common());
                seen.emplace_back(vertices_of(te), extensions_of(te));
                if (te.extension_count() == 0) break;
                te.top().size = (te.top().size + 2) / 3; // goes on from the middle: the last ones have few successors
                te.move();
            }
            return seen;
        });
        EXPECT_GE(lists.size(), 3u);
        for (auto const& [vertices, list] : lists) EXPECT_EQ(list, successors(bench.graph(), vertices));
    }
}

// A traversal that was handed out whole has no lists below it; its extensions are the same.
TYPED_TEST(ExtendCommon, NeedsNoEarlierLevel) {
    Workbench<TypeParam, Common> bench({}, generate_graph("gen:complete:n=50"));
    for (Vertices const& vertices : {Vertices{3}, Vertices{3, 9}, Vertices{3, 9, 11}}) {
        Vertices const list = bench.on(vertices, [](auto& te) {
            te.extend_common();
            return extensions_of(te);
        });
        EXPECT_EQ(list, successors(bench.graph(), vertices));
    }
}

TYPED_TEST(ExtendCommon, PairsAreTheEdgesAmongTheExtensions) {
    for (char const* spec : {"gen:er:n=40,m=500,seed=2", "gen:complete:n=30", "gen:star:n=30"}) {
        Workbench<TypeParam, Clique> bench(Clique{4}, generate_graph(spec));
        Graph const& graph = bench.graph();
        WideCount expected = 0;
        for (VertexId v : {0u, 2u, 5u}) {
            for (VertexId const u : graph.neighbours(v)) {
                for (VertexId const a : successors(graph, {v, u})) {
                    for (VertexId const b : successors(graph, {v, u})) expected += graph.ref().adjacent(a, b) ? 1 : 0;
                }
                bench.on({v, u}, [](auto& te) {
                    finish(te, te.counter());
                    te.end_worker();
                    return te.extension_count();
                });
            }
        }
        EXPECT_EQ(bench.result().count, expected) << spec;
    }
}

// extend_common(i, ...), count_common(i, ...) and edge(i, j): what the adjacency lists say of chosen vertices of the
// traversal, undirected and oriented, with masks and without.

namespace {

template <class EngineType, bool orient = false> struct Any {
    int k = 7;
    using Engine = EngineType;
    static constexpr bool oriented = orient;
    static constexpr int extension_lists = 1;
    template <class T> void visit(T&) const {}
};

bool joined(Graph const& graph, VertexId u, VertexId v) {
    return graph.ref().adjacent(u, v) || graph.ref().adjacent(v, u);
}

Vertices common(Graph const& graph, Vertices const& traversal, std::vector<int> const& positions) {
    Vertices list;
    for (VertexId u = 0; u < graph.vertex_count(); ++u) {
        bool const is_common = std::ranges::all_of(
            positions, [&](int i) { return graph.ref().adjacent(traversal[static_cast<std::size_t>(i)], u); });
        if (is_common && !holds(traversal, u)) list.push_back(u);
    }
    return list;
}

// Calls ask(te) for each, with one, two and three positions, the same one twice among them.
template <class Te, class Ask> void for_positions(Te& te, Ask const& ask) {
    ask(
        te, std::vector{0}, [](auto& t) { return t.count_common(0); }, [](auto& t) { return t.extend_common(0); });
    if (te.size() < 3) return;
    ask(
        te, std::vector{2, 0}, [](auto& t) { return t.count_common(2, 0); },
        [](auto& t) { return t.extend_common(2, 0); });
    ask(
        te, std::vector{1, 1}, [](auto& t) { return t.count_common(1, 1); },
        [](auto& t) { return t.extend_common(1, 1); });
    ask(
        te, std::vector{0, 1, 2}, [](auto& t) { return t.count_common(0, 1, 2); },
        [](auto& t) { return t.extend_common(0, 1, 2); });
}

// Of random traversals; lists are longer than a warp is wide.
template <class W, class App> void expect_as_the_lists_say() {
    Workbench<W, App> bench({}, generate_graph("gen:er:n=60,m=1100,seed=3"));
    RandomSource random(4);
    std::size_t found = 0;
    for (std::size_t length : {1u, 3u, 5u}) {
        Vertices const traversal = random_traversal(bench.graph(), length, random);
        ASSERT_EQ(traversal.size(), length);
        bench.on(traversal, [&](auto& te) {
            for_positions(te, [&](auto& t, std::vector<int> const& positions, auto const& count, auto const& extend) {
                Vertices const expected = common(bench.graph(), traversal, positions);
                EXPECT_EQ(count(t), expected.size());
                if constexpr (!std::is_same_v<typename App::Engine, Exclusive>) {
                    EXPECT_TRUE(extend(t));
                    EXPECT_FALSE(extend(t));
                    EXPECT_EQ(extensions_of(t), expected);
                    if constexpr (App::Engine::has_masks) {
                        for (std::size_t i = 0; i < expected.size(); ++i) {
                            EXPECT_EQ(masks_of(t)[i], mask_of(bench.graph(), traversal, expected[i]));
                        }
                    }
                    t.warp().sync();
                    t.top().generated = false;
                }
                if (t.warp().lane() == 0) found += expected.size();
            });
            return true;
        });
    }
    EXPECT_GT(found, 0u) << "nothing was compared";
}

template <class W, class App> void expect_edges() {
    Workbench<W, App> bench({}, generate_graph("gen:er:n=20,m=90,seed=5"));
    RandomSource random(6);
    Vertices const traversal = random_traversal(bench.graph(), 5, random);
    ASSERT_GE(traversal.size(), 3u);
    auto const length = static_cast<int>(traversal.size());
    auto const edges = bench.on(traversal, [&](auto& te) {
        int count = 0;
        for (int i = 0; i < length; ++i) {
            for (int j = 0; j < length; ++j) {
                auto const at = [&](int position) { return traversal[static_cast<std::size_t>(position)]; };
                EXPECT_EQ(te.edge(i, j), joined(bench.graph(), at(i), at(j))) << i << ' ' << j;
                EXPECT_EQ((ExtensionView(te, Mask{0}).edge(i, j)), te.edge(i, j));
                count += te.edge(i, j) ? 1 : 0;
            }
        }
        return count;
    });
    EXPECT_GE(edges, 4);
}

} // namespace

template <class W> class CommonNeighbours : public testing::Test {};
TYPED_TEST_SUITE(CommonNeighbours, HostWarps, WarpName);

TYPED_TEST(CommonNeighbours, OfChosenVerticesAreAsTheListsSay) {
    expect_as_the_lists_say<TypeParam, Any<Lists>>();
    expect_as_the_lists_say<TypeParam, Any<Lists, true>>();
    expect_as_the_lists_say<TypeParam, Any<Masks>>();
    expect_as_the_lists_say<TypeParam, Any<Exclusive>>();
}

TYPED_TEST(CommonNeighbours, EdgesOfTheTraversalAreAsTheListsSay) {
    expect_edges<TypeParam, Any<Lists>>();
    expect_edges<TypeParam, Any<Lists, true>>();
    expect_edges<TypeParam, Any<Masks>>();
}

} // namespace cerrado::test
