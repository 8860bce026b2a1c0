// Pivoting: a root's leaves are all cliques it begins, of every size, each once.
#include "unit/size_map.hpp"
#include "unit/workbench.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/run/run.hpp>

#include <clique/clique.hpp>
#include <clique/verifier.hpp>

namespace cerrado::test {
namespace {

SizeMap serial_sizes(Graph const& graph, int first, int last) {
    SizeMap sizes;
    for (int k = first; k <= last; ++k) {
        WideCount const count = clique::count_cliques(graph, k);
        if (count == 0) break;
        sizes[k] = to_string(count);
    }
    return sizes;
}

template <class W> SizeMap pivoted_sizes(Graph const& graph, int first, int last) {
    Workbench<W, CliquePivot> bench({first, last}, graph);
    bench.enumerate_all();
    return map_of(bench.result().template of<BySize>());
}

// Complete, but for `pairs` disjoint pairs.
Graph complete_less_matching(VertexId vertices, VertexId pairs) {
    std::vector<Edge> edges;
    for (VertexId u = 0; u < vertices; ++u) {
        for (VertexId v = u + 1; v < vertices; ++v) {
            if (v != u + 1 || u % 2 == 1 || u >= 2 * pairs) edges.push_back({u, v});
        }
    }
    return graph_from_edges(vertices, edges);
}

RunOptions on_host(int threads) {
    RunOptions options;
    options.device = DeviceKind::host;
    options.threads = threads;
    return options;
}

} // namespace

template <class W> class Pivoting : public testing::Test {};
TYPED_TEST_SUITE(Pivoting, HostWarps, WarpName);

TYPED_TEST(Pivoting, CountsEverySize) {
    for (char const* spec : {"gen:complete:n=14", "gen:star:n=20", "gen:cycle:n=9", "gen:er:n=30,m=0,seed=1",
                             "gen:er:n=36,m=250,seed=4", "gen:er:n=24,m=230,seed=5", "gen:ba:n=80,m=8,seed=2"}) {
        Graph const graph = generate_graph(spec);
        EXPECT_EQ(pivoted_sizes<TypeParam>(graph, 1, CliquePivot::all_sizes), serial_sizes(graph, 1, 1000)) << spec;
    }
}

TYPED_TEST(Pivoting, CountsTheSizesAskedForAndNoOthers) {
    for (char const* spec : {"gen:er:n=36,m=250,seed=4", "gen:er:n=24,m=230,seed=5"}) {
        Graph const graph = generate_graph(spec);
        SizeMap const all = serial_sizes(graph, 1, 1000);
        for (auto const& [first, last] :
             {std::pair{1, 1}, {1, 2}, {2, 3}, {3, 3}, {4, 4}, {4, 6}, {7, 1000}, {900, 901}}) {
            SizeMap expected = all;
            std::erase_if(expected, [least = first, most = last](auto const& row) {
                return row.first < least || row.first > most;
            });
            EXPECT_EQ(pivoted_sizes<TypeParam>(graph, first, last), expected)
                << spec << ": " << first << " to " << last;
        }
    }
}

// Of neighbourhoods with more members than a small matrix has, down to few; and where few are a clique less a matching.
// Lanes in lockstep take their time.
TYPED_TEST(Pivoting, WalksThroughFewAtOnce) {
    bool const is_slow = TypeParam::width > 1;
    Graph const graph = generate_graph(is_slow ? "gen:er:n=70,m=500,seed=1" : "gen:er:n=110,m=3000,seed=1");
    SizeMap const all = serial_sizes(graph, 1, 7);
    for (int first = 3; first <= 7; first += is_slow ? 2 : 1) {
        for (int const last : {first, 7}) {
            SizeMap expected = all;
            std::erase_if(expected, [least = first, most = last](auto const& row) {
                return row.first < least || row.first > most;
            });
            EXPECT_EQ(pivoted_sizes<TypeParam>(graph, first, last), expected) << first << " to " << last;
        }
    }
    for (int const size : {4, 5, 9, 10}) { // C(36, s) 2^s
        if (is_slow && size > 4) break;
        WideCount expected = 1;
        for (int i = 0; i < size; ++i) {
            expected = expected * static_cast<WideCount>(2 * (36 - i)) / static_cast<WideCount>(i + 1);
        }
        EXPECT_EQ(pivoted_sizes<TypeParam>(complete_less_matching(72, 36), size, size),
                  (SizeMap{{size, to_string(expected)}}));
    }
}

// Lanes of a part of a warp, or one alone, make no small matrix.
TEST(PivotingOfNarrowWarps, CountsTheSizesAskedFor) {
    Graph const graph = generate_graph("gen:er:n=24,m=130,seed=3");
    SizeMap const expected = serial_sizes(graph, 4, 5);
    EXPECT_EQ(pivoted_sizes<LockstepTile<1>>(graph, 4, 5), expected);
    EXPECT_EQ(pivoted_sizes<LockstepTile<8>>(graph, 4, 5), expected);
}

// The matrix becomes that of the candidates that are left.
TYPED_TEST(Pivoting, NarrowsToTheCandidates) {
    Graph const around =
        generate_graph(TypeParam::width > 1 ? "gen:er:n=200,m=700,seed=3" : "gen:er:n=300,m=9000,seed=3");
    std::vector<Edge> edges;
    for (VertexId v = 0; v < around.vertex_count(); ++v) {
        edges.push_back({v, around.vertex_count()}); // a vertex adjacent to all
        for (VertexId const u : around.neighbours(v)) edges.push_back({v, u});
    }
    Graph const graph = graph_from_edges(around.vertex_count() + 1, edges);
    EXPECT_EQ(pivoted_sizes<TypeParam>(graph, 1, CliquePivot::all_sizes), serial_sizes(graph, 1, 1000));
}

// (1 + 2x)^m (1 + x)^(n - 2m): more pairs than a leaf may lack, too.
TYPED_TEST(Pivoting, ACliqueLessAMatching) {
    for (auto const& [vertices, pairs] : {std::pair{6u, 3u}, {9u, 2u}, {14u, 7u}}) {
        Graph const graph = complete_less_matching(vertices, pairs);
        EXPECT_EQ(pivoted_sizes<TypeParam>(graph, 1, CliquePivot::all_sizes), serial_sizes(graph, 1, 1000));
    }
    SizeMap const many = pivoted_sizes<TypeParam>(complete_less_matching(72, 36), 1, CliquePivot::all_sizes);
    EXPECT_EQ(many.at(1), "72");
    EXPECT_EQ(many.at(2), "2520");         // C(36, 2) 2^2
    EXPECT_EQ(many.at(36), "68719476736"); // 2^36: one of each pair
    EXPECT_EQ(many.rbegin()->first, 36);
}

// A level goes on with its pivot. Slices and ranges of its extensions, and the vertices alone, lead to the same
// cliques.
TEST(PivotingRuns, SlicesAndBalancingCountEachOnce) {
    Graph const graph = generate_graph("gen:er:n=90,m=2600,seed=3");
    SizeMap const expected = map_of(run(CliquePivot{}, graph, on_host(1)).of<BySize>());
    EXPECT_EQ(expected.at(4), to_string(clique::count_cliques(graph, 4)));
    for (int const threads : {1, 3, 16}) {
        for (auto const mechanism : {BalanceMechanism::none, BalanceMechanism::stop, BalanceMechanism::share}) {
            RunOptions options = on_host(threads);
            options.balance.mechanism = mechanism;
            options.balance.poll = std::chrono::microseconds(20);
            options.balance.decide = [](WorkerStates const& states) {
                Decision decision{true, "always", {}};
                for (std::uint32_t i = 0; i < states.workers.size(); ++i) decision.donations.push_back({i, 4});
                return decision;
            };
            EXPECT_EQ(map_of(run(CliquePivot{}, graph, options).of<BySize>()), expected) << threads;
        }
    }
}

TEST(PivotingRuns, CountsBeyond128BitsAreExact) {
    SizeCounts const counts = run(CliquePivot{}, generate_graph("gen:complete:n=140"), on_host(2)).of<BySize>();
    ASSERT_EQ(counts.sizes.size(), 140u);
    EXPECT_EQ(counts.sizes[1].count, "9730");
    EXPECT_EQ(counts.sizes[69].count, "93820969697840041204785894580506297666600"); // C(140, 70)
    EXPECT_EQ(counts.sum, "1393796574908163946345982392040522594123775");           // 2^140 - 1
    RunResult const one = run(CliquePivot{70, 70}, generate_graph("gen:complete:n=140"), on_host(2));
    EXPECT_EQ(one.of<BySize>().sum, counts.sizes[69].count);
    EXPECT_EQ(one.count, ~WideCount{0}) << "the largest there is";
}

TEST(PivotingRuns, RefusesWhatMakesNoSense) {
    Graph const graph = generate_graph("gen:complete:n=5");
    EXPECT_THROW(run(CliquePivot{0, 3}, graph, on_host(1)), InputError);
    EXPECT_THROW(run(CliquePivot{4, 3}, graph, on_host(1)), InputError);
    RunOptions options = on_host(1);
    options.k = 4;
    EXPECT_THROW(run(CliquePivot{}, graph, options), InputError);
}

} // namespace cerrado::test
