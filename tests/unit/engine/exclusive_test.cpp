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

// extend_exclusive: ESU without bookkeeping. Compared with Wernicke's algorithm with its explicit extension sets.

namespace {

using Open = std::map<Vertices, Vertices>; // a traversal -> its open extensions, in the order of the list

// Wernicke's ExtendSubgraph, taking the extensions from the back.
void extend_subgraph(Graph const& graph, std::size_t k, Vertices const& subgraph, Vertices extension, Open& open) {
    open[subgraph] = extension;
    if (subgraph.size() + 1 >= k) return;
    while (!extension.empty()) {
        VertexId const w = extension.back();
        extension.pop_back();
        Vertices longer = extension;
        for (VertexId const u : graph.neighbours(w)) {
            if (u > subgraph.front() && !holds(subgraph, u) && mask_of(graph, subgraph, u) == 0) longer.push_back(u);
        }
        Vertices next = subgraph;
        next.push_back(w);
        extend_subgraph(graph, k, next, longer, open);
    }
}

Open wernicke(Graph const& graph, std::size_t k) {
    Open open;
    for (VertexId root = 0; root < graph.vertex_count(); ++root) {
        Vertices above;
        for (VertexId const u : graph.neighbours(root)) {
            if (u > root) above.push_back(u);
        }
        extend_subgraph(graph, k, {root}, above, open);
    }
    return open;
}

struct Seen {
    std::mutex mutex;
    Open open;
    int visits = 0;
    int wrong_masks = 0;
    int wrong_states = 0;
};

// Writes down what extend_exclusive makes of every traversal; the first lane speaks for all.
struct Recorder {
    int k;
    Seen* seen;
    using Engine = Exclusive;

    template <class T> void visit(T& te) const {
        if (te.extend_exclusive() && te.warp().lane() == 0) record(te);
        te.warp().sync();
    }

    template <class T> void record(T& te) const {
        std::lock_guard const lock(seen->mutex);
        Vertices const vertices = vertices_of(te);
        Vertices const list = extensions_of(te);
        ++seen->visits;
        seen->open[vertices] = list;
        for (std::size_t i = 0; i < list.size(); ++i) {
            seen->wrong_masks += masks_of(te)[i] != expected_mask(te, list[i]);
        }
        for (VertexId u = te.root() + 1; u < te.graph().vertex_count; ++u) {
            Mask const mask = expected_mask(te, u);
            auto const slot = te.table().find(u);
            Mask const state = slot < 0 ? Mask{0} : te.table().value(slot);
            Mask const closed = static_cast<Mask>(1u << te.size());
            Mask const expected = mask == 0 || holds(list, u) ? mask : closed;
            seen->wrong_states += state != expected;
        }
    }

    template <class T> static Mask expected_mask(T const& te, VertexId u) {
        Mask mask = 0;
        for (int i = 0; i < te.size(); ++i) mask = static_cast<Mask>(mask | te.adjacent(i, u) << i);
        return mask;
    }
};

std::vector<std::string> graphs() {
    return {"gen:er:n=9,m=16,seed=1", "gen:er:n=10,m=14,seed=2", "gen:complete:n=6",
            "gen:star:n=7",           "gen:cycle:n=8",           "gen:er:n=8,m=22,seed=3"};
}

} // namespace

template <class W> class ExtendExclusive : public testing::Test {};
TYPED_TEST_SUITE(ExtendExclusive, HostWarps, WarpName);

TYPED_TEST(ExtendExclusive, GivesTheExtensionSetsOfWernickeInOrder) {
    for (std::string const& spec : graphs()) {
        Graph const graph = generate_graph(spec);
        for (int k : {3, 5}) {
            Seen seen;
            Workbench<TypeParam, Recorder>(Recorder{k, &seen}, graph).enumerate_all();
            Open const expected = wernicke(graph, static_cast<std::size_t>(k));
            EXPECT_EQ(seen.visits, static_cast<int>(seen.open.size())) << spec << ": a traversal was met twice";
            EXPECT_TRUE(seen.open == expected) << spec << ", k " << k;
        }
    }
}

TYPED_TEST(ExtendExclusive, MeetsEveryConnectedSetOnce) {
    Graph const graph = generate_graph("gen:er:n=10,m=18,seed=4");
    Seen seen;
    Workbench<TypeParam, Recorder>(Recorder{5, &seen}, graph).enumerate_all();
    std::map<Vertices, int> sets;
    for (auto const& [vertices, open] : seen.open) {
        if (vertices.size() != 4) continue;
        for (VertexId const u : open) {
            Vertices set = vertices;
            set.push_back(u);
            std::ranges::sort(set);
            ++sets[set];
        }
    }
    int connected = 0;
    for (std::uint32_t set = 0; set < 1u << 10; ++set) {
        Vertices members;
        for (VertexId v = 0; v < 10; ++v) {
            if (set >> v & 1) members.push_back(v);
        }
        if (members.size() != 5) continue;
        Vertices reached{members[0]};
        for (std::size_t next = 0; next < reached.size(); ++next) {
            for (VertexId const u : graph.neighbours(reached[next])) {
                if (holds(members, u) && !holds(reached, u)) reached.push_back(u);
            }
        }
        bool const is_connected = reached.size() == 5;
        connected += is_connected ? 1 : 0;
        ASSERT_EQ(sets.contains(members) ? sets[members] : 0, is_connected ? 1 : 0);
    }
    EXPECT_GT(connected, 50);
}

TYPED_TEST(ExtendExclusive, LeavesMasksOfOpenAndAMarkOnClosedNeighbours) {
    for (std::string const& spec : graphs()) {
        Seen seen;
        Workbench<TypeParam, Recorder>(Recorder{5, &seen}, generate_graph(spec)).enumerate_all();
        EXPECT_EQ(seen.wrong_masks, 0) << spec;
        EXPECT_EQ(seen.wrong_states, 0) << spec;
    }
}

// ExclusiveArcs: the extensions are those of Exclusive, and their masks say which arcs join them to the traversal.

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
    EXPECT_NE(why.find("starts from single vertices"), std::string::npos) << why;
}

} // namespace cerrado::test
