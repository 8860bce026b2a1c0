// Lists: extend_common and finish() of two levels on an oriented graph: common successors, and the edges among them.
#include "unit/workbench.hpp"

#include <clique/clique.hpp>

namespace cerrado::test {
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

} // namespace cerrado::test
