// move: forward from the back of the extensions, backward when there are none; by pattern, the canonical class goes along.
#include "unit/workbench.hpp"

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/engine/masks.hpp>
#include <cerrado/output/by_pattern.hpp>

#include <map>

namespace cerrado::test {
namespace {

struct Walk {
    std::map<Vertices, int> met; // traversal -> how often it was arrived at
    int wrong_classes = 0;
    int wrong_positions = 0;
};

// Meets every connected sequence, and checks the class that each has by then.
struct Walker {
    int k;
    Walk* walk;
    TransitionTable const* tables;
    int first = 1;
    using Engine = Masks;
    using Output = ByPattern;
    int root_size() const { return first; }

    template <class T> void visit(T& te) const {
        if (!te.extend(0, te.size()) || te.warp().lane() != 0) return;
        ++walk->met[vertices_of(te)];
        std::uint64_t adjacency = 0;
        for (int j = 1; j < te.size(); ++j) {
            for (int h = 0; h < j; ++h) adjacency |= te.adjacent(h, te.vertex(j)) ? adjacency_bit(h, j) : 0;
        }
        PatternState const state = te.top().pattern;
        std::uint64_t const representative = tables->representatives(te.size())[state.pattern_class];
        walk->wrong_classes += canonical_form(te.size(), adjacency).adjacency != representative;
        for (int j = 1; j < te.size(); ++j) {
            for (int h = 0; h < j; ++h) {
                bool const there =
                    adjacent(representative, static_cast<int>(state.position(h)), static_cast<int>(state.position(j)));
                walk->wrong_positions += there != adjacent(adjacency, h, j);
            }
        }
    }
};

Count connected_sequences(Graph const& graph, Vertices const& vertices, std::size_t longest) {
    if (vertices.size() == longest) return 1;
    Count found = 1;
    for (VertexId u = 0; u < graph.vertex_count(); ++u) {
        if (holds(vertices, u) || mask_of(graph, vertices, u) == 0) continue;
        Vertices next = vertices;
        next.push_back(u);
        found += connected_sequences(graph, next, longest);
    }
    return found;
}

} // namespace

template <class W> class Move : public testing::Test {};
TYPED_TEST_SUITE(Move, HostWarps, WarpName);

TYPED_TEST(Move, ArrivesAtEverySequenceOnceWithTheClassThatNautyGives) {
    TransitionTable const tables = TransitionTable::build(5);
    Graph const graph = generate_graph("gen:er:n=7,m=11,seed=1");
    Walk walk;
    Workbench<TypeParam, Walker> bench({5, &walk, &tables}, graph, tables.ref());
    bench.enumerate_all();
    Count expected = 0;
    for (VertexId root = 0; root < graph.vertex_count(); ++root) expected += connected_sequences(graph, {root}, 4);
    EXPECT_EQ(walk.met.size(), expected);
    for (auto const& [vertices, times] : walk.met) ASSERT_EQ(times, 1) << testing::PrintToString(vertices);
    EXPECT_EQ(walk.wrong_classes, 0);
    EXPECT_EQ(walk.wrong_positions, 0);
    EXPECT_EQ(bench.run().jobs_done(), graph.vertex_count());
}

TYPED_TEST(Move, ConsumesExtensionsFromTheBackAndThenGoesBack) {
    TransitionTable const tables = TransitionTable::build(4);
    Walk walk;
    Workbench<TypeParam, Walker> bench({4, &walk, &tables}, generate_graph("gen:star:n=5"), tables.ref());
    auto const visited = bench.on({0}, [](auto& te) {
        te.extend(0, 1);
        Vertices order;
        for (int i = 0; i < 3; ++i) {
            te.move();
            order.push_back(te.last());
            EXPECT_EQ(te.size(), 2);
            te.move();
            EXPECT_EQ(te.size(), 1) << "no extensions were generated, so it goes back";
        }
        return order;
    });
    EXPECT_EQ(visited, (Vertices{4, 3, 2}));
}

// The slices of a job consume disjoint parts of its extensions, all of them together.
TYPED_TEST(Move, SlicesPartitionTheExtensionsOfAJob) {
    TransitionTable const tables = TransitionTable::build(4);
    Graph const graph = generate_graph("gen:complete:n=9");
    for (std::uint32_t slices : {2u, 3u, 7u, 8u, 11u}) {
        Walk walk;
        Workbench<TypeParam, Walker> bench({4, &walk, &tables}, graph, tables.ref());
        std::vector<Job> jobs;
        for (std::uint32_t slice = 0; slice < slices; ++slice) jobs.push_back({0, no_vertex, slice, slices});
        bench.context().queue.jobs = jobs.data();
        bench.context().queue.count = jobs.size();
        bench.enumerate_all();
        std::map<Vertices, int> expected;
        expected[{0}] = static_cast<int>(slices);
        for (VertexId a = 1; a < 9; ++a) {
            expected[{0, a}] = 1;
            for (VertexId b = 1; b < 9; ++b) {
                if (a != b) expected[{0, a, b}] = 1;
            }
        }
        EXPECT_TRUE(walk.met == expected) << slices << " slices";
    }
}

} // namespace cerrado::test
