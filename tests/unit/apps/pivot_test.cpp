#include "isomorphism/compiled_match.hpp"
#include "isomorphism/plan/plan.hpp"
#include "unit/apps/support.hpp"
#include "unit/size_map.hpp"
#include "unit/workbench.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/run/result.hpp>
#include <cerrado/run/run.hpp>

#include <clique/clique.hpp>
#include <clique/pivot/clique_polynomial.hpp>
#include <clique/verifier.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace cerrado::test {

// Pivoting: a root's leaves are all cliques it begins, of every size, each once.

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

// The polynomial of a row's cliques, against every subset of its members; a warp's, against the host's.

namespace {

using Sizes = std::map<std::uint32_t, std::string>;

struct Rows {
    std::uint32_t words;
    std::vector<std::uint32_t> matrix, row;

    explicit Rows(std::uint32_t members)
        : words(2 * ((members + 63) / 64)),
          matrix(std::size_t{members} * words),
          row(words) {}
    void take(std::uint32_t member) { row[member / 32] |= 1u << member % 32; }
    void join(std::uint32_t a, std::uint32_t b) {
        matrix[a * words + b / 32] |= 1u << b % 32;
        matrix[b * words + a / 32] |= 1u << a % 32;
    }
    void part(std::uint32_t a, std::uint32_t b) {
        matrix[a * words + b / 32] &= ~(1u << b % 32);
        matrix[b * words + a / 32] &= ~(1u << a % 32);
    }
    bool joined(std::uint32_t a, std::uint32_t b) const { return (matrix[a * words + b / 32] >> b % 32 & 1) != 0; }
};

Sizes sizes_of(Rows const& rows) {
    CliquePolynomial polynomial;
    std::uint32_t const largest = clique_polynomial(rows.matrix.data(), rows.row.data(), rows.words, polynomial);
    Sizes sizes;
    for (std::uint32_t size = 0; size <= largest; ++size) sizes[size] = to_string(polynomial.of_size[size]);
    return sizes;
}

Sizes by_subsets(Rows const& rows, std::vector<std::uint32_t> const& members) {
    std::map<std::uint32_t, WideCount> counts;
    for (std::uint32_t subset = 0; subset < 1u << members.size(); ++subset) {
        bool is_clique = true;
        for (std::size_t a = 0; a < members.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                is_clique = is_clique && ((subset >> a & subset >> b & 1) == 0 || rows.joined(members[a], members[b]));
            }
        }
        if (is_clique) ++counts[static_cast<std::uint32_t>(__builtin_popcount(subset))];
    }
    Sizes sizes;
    for (auto const& [size, count] : counts) sizes[size] = to_string(count);
    return sizes;
}

using FullWarp = LockstepTile<32>; // it takes the lanes of no other

Sizes sizes_by_warp(Rows const& rows) {
    std::vector<FactorFrame> frames(most_factor_frames);
    auto const members = static_cast<std::uint32_t>(rows.matrix.size()) / rows.words;
    std::vector<std::uint32_t> matrix(rows.matrix.size());
    for (std::uint32_t member = 0; member < members; ++member) {
        for (std::uint32_t word = 0; word < rows.words; ++word) {
            matrix[matrix_entry<FullWarp>(members, rows.words, member, word)] = rows.matrix[member * rows.words + word];
        }
    }
    Sizes sizes;
    int degrees[FullWarp::width];
    on_every_lane<FullWarp>([&](FullWarp const& warp) {
        phase::LanePolynomial const p =
            phase::warp_clique_polynomial(warp, members, matrix.data(), rows.row.data(), frames.data());
        degrees[warp.lane()] = p.degree;
        for (int size = 0; size <= p.degree; ++size) { // collected by the first
            Count const count = warp.shuffle(size < 32 ? p.low : p.high, size % 32);
            if (warp.lane() == 0) sizes[static_cast<std::uint32_t>(size)] = to_string(count);
        }
    });
    for (int const degree : degrees) EXPECT_EQ(degree, degrees[0]);
    return sizes;
}

// Random candidates, of which none is adjacent to all others.
Rows random_candidates(RandomSource& random, std::uint32_t members, std::uint32_t candidates, std::uint64_t per_mille) {
    Rows rows(members);
    std::vector<std::uint32_t> taken;
    while (taken.size() < candidates) {
        auto const member = static_cast<std::uint32_t>(random.below(members));
        if ((rows.row[member / 32] >> member % 32 & 1) != 0) continue;
        rows.take(member);
        taken.push_back(member);
    }
    for (std::uint32_t a = 0; a < members; ++a) {
        for (std::uint32_t b = 0; b < a; ++b) {
            if (random.below(1000) < per_mille) rows.join(a, b);
        }
    }
    for (std::uint32_t i = 0; i < candidates; ++i) rows.part(taken[i], taken[(i + 1) % candidates]);
    return rows;
}

} // namespace

TEST(LockstepCliquePolynomial, IsThatOfTheHost) {
    RandomSource random(7);
    // The more candidates, the closer to complete: 32 threads take a while for each branch.
    struct Case {
        std::uint32_t members, candidates;
        std::vector<std::uint64_t> per_mille;
    };
    Case const cases[] = {{70, 64, {1000, 997}}, {64, 64, {1000}},        {150, 63, {998}}, {40, 33, {980, 900}},
                          {90, 32, {920}},       {33, 9, {1000, 500, 0}}, {8, 2, {0}}};
    for (Case const& c : cases) {
        for (std::uint64_t const per_mille : c.per_mille) {
            Rows const rows = random_candidates(random, c.members, c.candidates, per_mille);
            ASSERT_EQ(sizes_by_warp(rows), sizes_of(rows)) << c.candidates << " of " << c.members << ", " << per_mille;
        }
    }
}

TEST(CliquePolynomial, IsThatOfEverySubset) {
    RandomSource random(5);
    for (int trial = 0; trial < 200; ++trial) {
        Rows rows(150);
        std::vector<std::uint32_t> members;
        while (members.size() < 1 + random.below(12)) members.push_back(static_cast<std::uint32_t>(random.below(150)));
        std::sort(members.begin(), members.end());
        members.erase(std::unique(members.begin(), members.end()), members.end());
        std::uint64_t const tenths = 1 + random.below(10); // from sparse to complete
        for (std::uint32_t a = 0; a < 150; ++a) {
            for (std::uint32_t b = 0; b < a; ++b) {
                if (random.below(10) < tenths) rows.join(a, b);
            }
        }
        for (std::uint32_t const member : members) rows.take(member);
        ASSERT_EQ(sizes_of(rows), by_subsets(rows, members)) << "trial " << trial;
    }
}

// The complement of n / 3 paths of 3 vertices: (1 + 3x + x^2)^(n / 3), whatever order would be branched in.
TEST(CliquePolynomial, OfManyComponentsIsTheirProduct) {
    Rows rows(factoring_by_lane.most_vertices);
    for (std::uint32_t a = 0; a < factoring_by_lane.most_vertices; ++a) {
        rows.take(a);
        for (std::uint32_t b = 0; b < a; ++b) {
            if (a / 3 != b / 3 || a - b == 2) rows.join(a, b);
        }
    }
    Sizes const sizes = sizes_of(rows);
    EXPECT_EQ(sizes.at(0), "1");
    EXPECT_EQ(sizes.at(1), "96");
    EXPECT_EQ(sizes.at(2), "4496"); // C(32, 2) 9 + 32
    EXPECT_EQ(sizes.at(64), "1");
    EXPECT_EQ(sizes.size(), 65u);
}

TEST(CliquePolynomial, OfNoMembersIsOne) { EXPECT_EQ(sizes_of(Rows(70)), (Sizes{{0, "1"}})); }

TEST(CliquePolynomial, OfAsManyAsItTakesThatAreAllJoined) {
    Rows rows(factoring_by_lane.most_vertices);
    for (std::uint32_t a = 0; a < factoring_by_lane.most_vertices; ++a) {
        rows.take(a);
        for (std::uint32_t b = 0; b < a; ++b) rows.join(a, b);
    }
    Sizes const sizes = sizes_of(rows);
    EXPECT_EQ(sizes.at(48), "6435067013866298908421603100"); // C(96, 48)
    EXPECT_EQ(sizes.at(96), "1");
}

// A plan that is a constant of the program counts what the same plan counts as data.

namespace {

// Lists that are kept for the vertices that are counted together.
struct Gem {
    static constexpr char const* name = "gem";
    CERRADO_FN static constexpr MatchingPlan plan() {
        MatchingPlan plan;
        plan.size = 5;
        plan.walked = 3;
        plan.steps[0] = {.degree = 4};
        plan.steps[1] = {.adjacent = 0b1, .degree = 3};
        plan.steps[2] = {.adjacent = 0b11, .above = 0b10, .degree = 2, .keeps = true};
        plan.kinds = 2;
        plan.members[0] = plan.members[1] = 1;
        plan.sets = 3;
        plan.set[0] = {.adjacent = 0b11, .from = 2, .degree = 2};
        plan.set[1] = {.adjacent = 0b101, .degree = 2};
        plan.set[2] = {.adjacent = 0b111, .from = 2, .degree = 3};
        plan.terms = 2;
        plan.term[0] = {-1, 1, {2}};
        plan.term[1] = {1, 2, {0, 1}};
        return plan;
    }
};

// All but the last vertex are walked to.
struct FiveCycle {
    static constexpr char const* name = "5-cycle";
    CERRADO_FN static constexpr MatchingPlan plan() {
        MatchingPlan plan;
        plan.size = 5;
        plan.walked = 4;
        plan.steps[0] = {.degree = 2};
        plan.steps[1] = {.adjacent = 0b1, .above = 0b1, .degree = 2};
        plan.steps[2] = {.adjacent = 0b1, .above = 0b11, .degree = 2};
        plan.steps[3] = {.adjacent = 0b10, .above = 0b1, .degree = 2};
        plan.steps[4] = {.adjacent = 0b1100, .above = 0b1, .degree = 2};
        return plan;
    }
};

template <class Known> void expect_as_data(RunOptions const& options) {
    Pattern const pattern = parse_pattern(Known::name);
    ASSERT_TRUE(make_plan(pattern, false) == Known::plan()) << "write down the plan of " << Known::name << " anew";
    for (char const* spec : {"gen:er:n=40,m=220,seed=3", "gen:ba:n=60,m=6,seed=1", "gen:complete:n=9"}) {
        Graph const graph = generate_graph(spec);
        MatchResult const as_data = count_matches(graph, {.pattern = pattern, .algorithm = Algorithm::walk}, options);
        EXPECT_GT(as_data.count, 0u);
        EXPECT_EQ(run(CompiledMatch<Known>{}, graph, options).count, as_data.count) << Known::name << " " << spec;
    }
}

} // namespace

class CompiledMatchOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(CompiledMatchOn);

TEST_P(CompiledMatchOn, CountsListsThatAreKeptAsDataDoes) { expect_as_data<Gem>(options()); }
TEST_P(CompiledMatchOn, CountsAWalkAsDataDoes) { expect_as_data<FiveCycle>(options()); }

} // namespace cerrado::test
