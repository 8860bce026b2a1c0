// ExclusiveArcs: the extensions are those of Exclusive, and their masks say which arcs join them to the traversal.
#include "unit/message_of.hpp"
#include "unit/random_arcs.hpp"
#include "unit/workbench.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/exclusive_arcs.hpp>
#include <cerrado/graph/marks.hpp>

#include <map>
#include <mutex>

namespace cerrado::test {
namespace {

Graph random_digraph(VertexId vertices, int arcs, unsigned seed) {
    return graph_from_arcs(vertices, random_arcs(vertices, arcs, seed));
}

struct SeenArcs {
    std::mutex mutex;
    std::map<Vertices, Vertices> open; // a traversal -> its extensions, in their order
    int wrong_masks = 0;
    int wrong_edges = 0;
};

template <class EngineType> struct ArcsRecorder {
    int k;
    std::uint8_t const* arcs;
    SeenArcs* seen;
    using Engine = EngineType;

    template <class T> void visit(T& te) const {
        bool is_new = false;
        if constexpr (std::is_same_v<Engine, ExclusiveArcs>) {
            is_new = te.extend_exclusive(arcs);
        } else {
            is_new = te.extend_exclusive();
        }
        if (is_new && te.warp().lane() == 0) record(te);
        te.warp().sync();
    }

    template <class T> void record(T& te) const {
        std::lock_guard const lock(seen->mutex);
        Vertices const list = extensions_of(te);
        seen->open[vertices_of(te)] = list;
        if constexpr (std::is_same_v<Engine, ExclusiveArcs>) {
            for (std::size_t i = 0; i < list.size(); ++i) seen->wrong_masks += masks_of(te)[i] != mask(te, list[i]);
        }
        for (int i = 0; i < te.size(); ++i) {
            for (int j = 0; j < te.size(); ++j) {
                seen->wrong_edges += te.edge(i, j) != te.graph().adjacent(te.vertex(i), te.vertex(j));
            }
        }
    }

    template <class T> Mask mask(T const& te, VertexId u) const {
        unsigned mask = 0;
        for (int i = 0; i < te.size(); ++i) {
            VertexId const v = te.vertex(i);
            EdgeOffset const entry = te.graph().find(v, u);
            if (entry < te.graph().end(v)) mask |= static_cast<unsigned>(arcs[entry]) << 2 * i;
        }
        return static_cast<Mask>(mask);
    }
};

struct FromEdges {
    int k;
    using Engine = ExclusiveArcs;
    int root_size() const { return 2; }
    template <class T> void visit(T& te) const { te.extend_exclusive(nullptr); }
};

} // namespace

template <class W> class ExtendExclusiveByArcs : public testing::Test {};
TYPED_TEST_SUITE(ExtendExclusiveByArcs, HostWarps, WarpName);

TYPED_TEST(ExtendExclusiveByArcs, GivesTheExtensionsOfExclusiveWithTheArcs) {
    for (Graph const& graph : {random_digraph(9, 18, 1), random_digraph(10, 40, 2), random_digraph(7, 60, 3)}) {
        std::uint8_t const* const arcs = graph.marks->arcs.data();
        for (int k : {3, 5, 6}) {
            SeenArcs with_arcs, without;
            Workbench<TypeParam, ArcsRecorder<ExclusiveArcs>>({k, arcs, &with_arcs}, graph).enumerate_all();
            Workbench<TypeParam, ArcsRecorder<Exclusive>>({k, arcs, &without}, graph).enumerate_all();
            EXPECT_TRUE(with_arcs.open == without.open) << "k " << k;
            EXPECT_EQ(with_arcs.wrong_masks, 0);
            EXPECT_EQ(with_arcs.wrong_edges + without.wrong_edges, 0);
        }
    }
}

TEST(ExclusiveArcsRefuse, TraversalsThatBeginWithEdges) {
    Graph const graph = random_digraph(9, 18, 1);
    std::string const why = message_of<InputError>([&] { Workbench<ScalarWarp, FromEdges>({4}, graph); });
    EXPECT_NE(why.find("begins with single vertices"), std::string::npos) << why;
}

} // namespace cerrado::test
