#include "unit/workbench.hpp"

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/engine/masks.hpp>
#include <cerrado/output/by_pattern.hpp>

#include <clique/clique.hpp>
#include <motif/motif.hpp>

#include <map>
#include <numeric>

namespace cerrado::test {

// extend(begin, size): the neighbours of the range, in the order of its lists; no duplicates, no traversal vertices.

namespace {

template <bool with_masks> struct Any {
    int k = 6;
    using Engine = std::conditional_t<with_masks, Masks, Lists>;
    template <class T> void visit(T&) const {}
};

Vertices expected(Graph const& graph, Vertices const& vertices, std::size_t begin, std::size_t size) {
    Vertices list;
    for (std::size_t i = begin; i < size; ++i) {
        for (VertexId const u : graph.neighbours(vertices[i])) {
            if (!holds(vertices, u) && !holds(list, u)) list.push_back(u);
        }
    }
    return list;
}

// All ranges of random traversals; dense enough that lists are longer than a warp is wide and overlap.
template <class W, bool with_masks, class Check> void for_each_range(Check const& check) {
    for (char const* spec : {"gen:er:n=50,m=900,seed=1", "gen:er:n=20,m=30,seed=2", "gen:star:n=70"}) {
        Workbench<W, Any<with_masks>> bench({}, generate_graph(spec));
        RandomSource random(1);
        for (std::size_t length = 1; length <= 5; ++length) {
            Vertices const vertices = random_traversal(bench.graph(), length, random);
            int const size = static_cast<int>(vertices.size());
            for (int end = 1; end <= size; ++end) {
                for (int begin = 0; begin < end; ++begin) check(bench, vertices, begin, end);
            }
        }
    }
}

} // namespace

template <class W> class Extend : public testing::Test {};
TYPED_TEST_SUITE(Extend, HostWarps, WarpName);

TYPED_TEST(Extend, GivesEveryNeighbourOfTheRangeOnceInListOrder) {
    for_each_range<TypeParam, false>([](auto& bench, Vertices const& vertices, int begin, int end) {
        Vertices const list = bench.on(vertices, [&](auto& te) {
            EXPECT_TRUE(te.extend(begin, end));
            return extensions_of(te);
        });
        ASSERT_EQ(list,
                  expected(bench.graph(), vertices, static_cast<std::size_t>(begin), static_cast<std::size_t>(end)));
    });
}

TYPED_TEST(Extend, GivesTheSameWithMasksOfAllTraversalVertices) {
    for_each_range<TypeParam, true>([](auto& bench, Vertices const& vertices, int begin, int end) {
        auto const [list, masks] = bench.on(vertices, [&](auto& te) {
            EXPECT_TRUE(te.extend(begin, end));
            return std::pair(extensions_of(te), masks_of(te));
        });
        ASSERT_EQ(list,
                  expected(bench.graph(), vertices, static_cast<std::size_t>(begin), static_cast<std::size_t>(end)));
        for (std::size_t i = 0; i < list.size(); ++i) ASSERT_EQ(masks[i], mask_of(bench.graph(), vertices, list[i]));
    });
}

TYPED_TEST(Extend, SecondCallKeepsWhatIsThereAndSaysSo) {
    Workbench<TypeParam, Any<false>> bench({}, generate_graph("gen:complete:n=40"));
    Vertices const list = bench.on({3}, [](auto& te) {
        EXPECT_TRUE(te.extend(0, 1));
        te.filter([](auto const&, VertexId v) { return v < 10; });
        EXPECT_FALSE(te.extend(0, 1));
        return extensions_of(te);
    });
    EXPECT_EQ(list, (Vertices{0, 1, 2, 4, 5, 6, 7, 8, 9}));
}

// filter(P): keeps what satisfies the predicate, in order, masks with it.

namespace {

struct Filtered {
    int k = 4;
    using Engine = Masks;
    template <class T> void visit(T&) const {}
};

} // namespace

template <class W> class Filter : public testing::Test {
protected:
    Filter() : bench({}, generate_graph("gen:er:n=120,m=3000,seed=1")) {}

    // What remains of the extensions of {5, v} after predicates that look at the id and at the mask.
    Workbench<W, Filtered> bench;
};
TYPED_TEST_SUITE(Filter, HostWarps, WarpName);

TYPED_TEST(Filter, KeepsOrderAndMasksInListsLongerThanAWarp) {
    Vertices const vertices{5, this->bench.graph().neighbours(5)[0]};
    auto const [all, kept, masks] = this->bench.on(vertices, [](auto& te) {
        te.extend(0, 2);
        Vertices const before = extensions_of(te);
        te.filter([](auto const&, VertexId v) { return v % 3 != 0; });
        return std::tuple(before, extensions_of(te), masks_of(te));
    });
    Vertices expected = all;
    std::erase_if(expected, [](VertexId v) { return v % 3 == 0; });
    EXPECT_GT(expected.size(), 32u);
    EXPECT_EQ(kept, expected);
    for (std::size_t i = 0; i < kept.size(); ++i) ASSERT_EQ(masks[i], mask_of(this->bench.graph(), vertices, kept[i]));
}

TYPED_TEST(Filter, FiltersInARowAreTheirConjunction) {
    auto const both = [](auto const& t, VertexId v) { return v > t.last() && t.adjacent_to_all(v); };
    auto const [twice, once] = this->bench.on({5, this->bench.graph().neighbours(5)[0]}, [&](auto& te) {
        te.extend(0, 2);
        Vertices expected;
        for (VertexId const v : extensions_of(te)) {
            if (v > te.last() && te.adjacent(0, v) && te.adjacent(1, v)) expected.push_back(v);
        }
        te.filter([](auto const& t, VertexId v) { return above_last(t, v); });
        te.filter([](auto const& t, VertexId v) { return is_clique(t, v); });
        Vertices const kept = extensions_of(te);
        te.filter(both);
        EXPECT_EQ(extensions_of(te), kept);
        return std::pair(kept, expected);
    });
    EXPECT_FALSE(twice.empty());
    EXPECT_EQ(twice, once);
}

TYPED_TEST(Filter, MayLeaveNothingAndMayLeaveAll) {
    bool const as_expected = this->bench.on({7}, [](auto& te) {
        te.extend(0, 1);
        std::uint32_t const size = te.extension_count();
        te.filter([](auto const&, VertexId) { return true; });
        EXPECT_EQ(te.extension_count(), size);
        te.filter([](auto const&, VertexId) { return false; });
        EXPECT_EQ(te.extension_count(), 0u);
        return size > 0;
    });
    EXPECT_TRUE(as_expected);
}

// is_canonical: of all orders in which a connected vertex set can be reached, exactly one passes at every step.

namespace {

// The view of a predicate over an explicit sequence of vertices.
struct SequenceView {
    Graph const& graph_;
    Vertices sequence;

    int size() const { return static_cast<int>(sequence.size()); }
    VertexId vertex(int i) const { return sequence[static_cast<std::size_t>(i)]; }
    VertexId root() const { return sequence.front(); }
    bool adjacent(int i, VertexId u) const { return graph_.ref().adjacent(vertex(i), u); }
};

bool reachable(Graph const& graph, Vertices const& order) {
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (mask_of(graph, {order.begin(), order.begin() + static_cast<long>(i)}, order[i]) == 0) return false;
    }
    return true;
}

bool passes(Graph const& graph, Vertices const& order) {
    SequenceView view{graph, {order.front()}};
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (!is_canonical(view, order[i])) return false;
        view.sequence.push_back(order[i]);
    }
    return true;
}

} // namespace

TEST(IsCanonical, AcceptsExactlyOneOrderOfEachConnectedSet) {
    int sets = 0;
    for (int seed = 1; seed <= 12; ++seed) {
        VertexId const n = 6;
        Graph const graph =
            generate_graph("gen:er:n=6,m=" + std::to_string(4 + seed % 8) + ",seed=" + std::to_string(seed));
        for (std::uint32_t set = 1; set < 1u << n; ++set) {
            Vertices order;
            for (VertexId v = 0; v < n; ++v) {
                if (set >> v & 1) order.push_back(v);
            }
            int orders = 0, accepted = 0;
            do {
                if (!reachable(graph, order)) continue;
                ++orders;
                accepted += passes(graph, order) ? 1 : 0;
            } while (std::next_permutation(order.begin(), order.end()));
            ASSERT_EQ(accepted, orders > 0 ? 1 : 0) << "set " << set << ", seed " << seed;
            sets += accepted;
        }
    }
    EXPECT_GT(sets, 200);
}

// move: forward from the back of the extensions, backward when there are none; by pattern, the canonical class goes along.

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

// A worker's memory may be used by one launch after another (the mechanism `stop` does): the second finds nothing of
// the first.

namespace {

template <class W, class App>
std::pair<RunResult, RunResult> once_and_twice(App const& app, TransitionTableRef patterns) {
    Workbench<W, App> bench(app, generate_graph("gen:er:n=10,m=28,seed=1"), patterns);
    bench.enumerate_all();
    RunResult const once = bench.result();
    *bench.context().queue.next = 0;
    bench.enumerate_all();
    return {once, bench.result()};
}

template <class W, class App> void expect_twice_as_much(App const& app, TransitionTableRef patterns) {
    auto const [once, twice] = once_and_twice<W>(app, patterns);
    EXPECT_GT(once.count, 0u);
    EXPECT_EQ(twice.count, 2 * once.count);
    ASSERT_EQ(once.template of<ByPattern>().size(), twice.template of<ByPattern>().size());
    ASSERT_EQ(once.template of<ByPattern>().empty(), patterns.k == 0);
    for (std::size_t i = 0; i < once.template of<ByPattern>().size(); ++i) {
        EXPECT_EQ(twice.template of<ByPattern>()[i], 2 * once.template of<ByPattern>()[i]) << "class " << i;
    }
}

} // namespace

template <class W> class Relaunch : public testing::Test {};
TYPED_TEST_SUITE(Relaunch, HostWarps, WarpName);

TYPED_TEST(Relaunch, MotifCountsTheSameAgain) {
    TransitionTable const tables = TransitionTable::build(4);
    expect_twice_as_much<TypeParam>(Motif{4}, tables.ref());
    expect_twice_as_much<TypeParam>(MotifPaper{4}, tables.ref());
}

TYPED_TEST(Relaunch, CliqueCountsTheSameAgain) { expect_twice_as_much<TypeParam>(Clique{4}, {}); }

} // namespace cerrado::test
