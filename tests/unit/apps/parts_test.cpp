// Counts by parts: the same as a walk's, for every pattern of six vertices, and refused where there is no plan.
#include "unit/apps/support.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

#include <bit>

namespace cerrado::test {
namespace {

class CountsByParts : public OnDeviceOrLockstep {
protected:
    void expect_walk(Graph const& graph, MatchQuery query, GraphOrder order = GraphOrder::automatic) const {
        RunOptions with = options();
        with.order = order;
        query.algorithm = Algorithm::parts;
        MatchResult const parts = count_matches(graph, query, with);
        query.algorithm = Algorithm::walk;
        EXPECT_EQ(parts.count, count_matches(graph, query, on(DeviceKind::host)).count)
            << format_pattern(query.pattern) << (query.induced ? ", induced" : "");
        EXPECT_EQ(parts.chosen.form, "parts");
    }
    void expect_local_walk(Graph const& graph, MatchQuery query) const {
        query.algorithm = Algorithm::parts;
        RunResult const parts = count_local_matches(graph, query, options());
        query.algorithm = Algorithm::walk;
        RunResult const walk = count_local_matches(graph, query, on(DeviceKind::host));
        EXPECT_EQ(parts.of<PerOrbit>(), walk.of<PerOrbit>())
            << format_pattern(query.pattern) << (query.induced ? ", induced" : "");
        EXPECT_EQ(parts.count, walk.count) << format_pattern(query.pattern);
        EXPECT_EQ(parts.chosen.form, "parts");
    }
};

TEST_P(CountsByParts, AreThoseOfAWalk) {
    TransitionTable const tables = TransitionTable::load(6, PatternKind::undirected);
    auto const patterns = tables.representatives(6);
    std::size_t const step = is_slow() ? 16 : 1;
    int counted = 0;
    for (char const* const spec : {"gen:er:n=14,m=40,seed=5", "gen:ba:n=30,m=4,seed=2"}) {
        Graph const graph = generate_graph(is_slow() ? "gen:er:n=9,m=20,seed=5" : spec);
        for (std::size_t i = 0; i < patterns.size(); i += step) {
            auto const adjacency = static_cast<std::uint64_t>(patterns[i]);
            if (std::popcount(adjacency) == 15) continue; // complete: there are no three heads
            ++counted;
            expect_walk(graph, {.pattern = pattern_of(6, adjacency)});
        }
        if (is_slow()) break;
    }
    EXPECT_GE(counted, is_slow() ? 6 : 2 * 111);
}

TEST_P(CountsByParts, AtEachVertexAreThoseOfAWalk) {
    auto const patterns = TransitionTable::load(6, PatternKind::undirected).representatives(6);
    Graph const graph = generate_graph(is_slow() ? "gen:er:n=9,m=20,seed=5" : "gen:ba:n=30,m=4,seed=2");
    for (std::size_t i = 0; i < patterns.size(); i += is_slow() ? 24 : 1) {
        auto const adjacency = static_cast<std::uint64_t>(patterns[i]);
        if (std::popcount(adjacency) < 15) expect_local_walk(graph, {.pattern = pattern_of(6, adjacency)});
    }
}

TEST_P(CountsByParts, AtEachVertexOfLargerAndInducedPatterns) {
    Graph const graph = generate_graph(is_slow() ? "gen:er:n=9,m=16,seed=1" : "gen:er:n=40,m=110,seed=1");
    for (char const* const text : {"7-cycle", "7-path", "8-cycle", "0-1,1-2,2-3,3-0,4-5,5-6,6-7,7-4,0-4,1-5,2-6,3-7",
                                   "0-1,1-2,2-3,3-0,0-4,4-5,5-6,2-7", "0-1,0-2,0-3,0-4,0-5,1-6,6-7"}) {
        if (!is_slow() || parse_pattern(text).size() < 8) expect_local_walk(graph, {.pattern = parse_pattern(text)});
    }
    for (char const* const text : {"6-cycle", "prism", "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4,4-5"}) {
        if (!is_slow() || std::string(text) == "prism")
            expect_local_walk(graph, {.pattern = parse_pattern(text), .induced = true});
    }
}

TEST_P(CountsByParts, OfLargerPatterns) {
    Graph const graph = generate_graph(is_slow() ? "gen:er:n=9,m=16,seed=1" : "gen:er:n=40,m=110,seed=1");
    for (char const* const text : {"7-cycle", "7-path", "8-cycle", "0-1,1-2,2-3,3-0,4-5,5-6,6-7,7-4,0-4,1-5,2-6,3-7",
                                   "0-1,1-2,2-3,3-0,0-4,4-5,5-6,2-7", "10-path"}) {
        if (is_slow() && parse_pattern(text).size() > 7) continue;
        expect_walk(graph, {.pattern = parse_pattern(text)});
    }
}

// Also of patterns with 15 edges that a match must not have, and of those to which few are missing.
TEST_P(CountsByParts, OfInducedMatches) {
    Graph const graph = generate_graph(is_slow() ? "gen:er:n=9,m=20,seed=5" : "gen:er:n=24,m=90,seed=5");
    for (char const* const text : {"0-1,1-2,2-3,3-4,4-5,0~2,1~5", "0-1,1-2,2-3,3-0,0-4,4-5,5-1,0~2,3~4,3~5"})
        if (!is_slow()) expect_walk(graph, {.pattern = parse_pattern(text)}); // some edges are forbidden, some not
    for (char const* const text :
         {"6-cycle", "prism", "0-3,0-4,0-5,1-3,1-4,1-5,2-3,2-4,2-5", "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4,4-5",
          "7-path", "0-1,1-2,2-3,3-0,0-4,4-5,5-6,2-6"}) {
        if (is_slow() && std::string(text) != "prism") continue;
        expect_walk(graph, {.pattern = parse_pattern(text), .induced = true});
    }
}

TEST_P(CountsByParts, OfAGraphWithDirectionsOfWhichThePatternSaysNothing) {
    std::vector<Edge> arcs;
    for_each_arc_or_edge(generate_graph(is_slow() ? "gen:er:n=9,m=16,seed=1" : "gen:ba:n=40,m=4,seed=1"),
                         [&](VertexId u, VertexId v) {
                             arcs.push_back(u % 2 == 0 ? Edge{u, v} : Edge{v, u});
                         });
    Graph const graph = graph_from_arcs(is_slow() ? 9 : 40, arcs);
    for (char const* const text : {"6-cycle", "6-path", "domino"}) {
        expect_walk(graph, {.pattern = parse_pattern(text)});
        expect_local_walk(graph, {.pattern = parse_pattern(text)});
    }
}

TEST_P(CountsByParts, OfAllPatternsAreThoseOfTheMotifs) {
    if (is_slow()) GTEST_SKIP() << "hundreds of patterns take long on lockstep";
    Graph const graph = generate_graph("gen:ba:n=40,m=4,seed=7");
    for (int const k : {6, 7}) {
        MotifResult const parts = count_motifs(graph, {.k = k, .algorithm = Algorithm::formula}, options());
        MotifResult const walk = count_motifs(graph, {.k = k, .algorithm = Algorithm::fast}, on(DeviceKind::host));
        EXPECT_EQ(parts.count, walk.count);
        EXPECT_EQ(parts.motifs.size(), walk.motifs.size());
        for (std::size_t i = 0; i < parts.motifs.size() && i < walk.motifs.size(); ++i)
            EXPECT_EQ(parts.motifs[i].count, walk.motifs[i].count) << i;
    }
}

TEST_P(CountsByParts, OfGraphsWithoutEdges) {
    for (VertexId const vertices : {0u, 7u}) {
        Graph const graph = graph_from_edges(vertices, {});
        for (Algorithm const algorithm : {Algorithm::automatic, Algorithm::formula}) {
            if (is_slow() && algorithm == Algorithm::formula) continue;
            EXPECT_EQ(count_motifs(graph, {.k = 6, .algorithm = algorithm}, options()).count, WideCount{0});
        }
    }
}

// Numbers of matches, and sums on the way to them, that take more than 64 bits.
TEST_P(CountsByParts, OfMoreThan64Bits) {
    if (is_slow()) GTEST_SKIP() << "the graph is too large for lockstep";
    auto const binomial = [](WideCount n, int k) {
        WideCount result = 1;
        for (int i = 0; i < k; ++i) result = result * (n - static_cast<WideCount>(i)) / static_cast<WideCount>(i + 1);
        return result;
    };
    // K(2, n): a 4-cycle has the two vertices of degree n, and one of them further neighbours
    constexpr int n = 4000;
    std::vector<Edge> edges;
    for (VertexId v = 2; v < n + 2; ++v)
        for (VertexId u = 0; u < 2; ++u) edges.push_back({u, v});
    Graph const graph = graph_from_edges(n + 2, edges);
    auto const count = [&](char const* pattern) {
        return count_matches(graph, {.pattern = parse_pattern(pattern), .algorithm = Algorithm::parts}, options())
            .count;
    };
    EXPECT_EQ(count("0-1,1-2,2-3,3-0,0-4,0-5,0-6,0-7"), 2 * binomial(n, 2) * binomial(n - 2, 4)); // 1.7e20
    EXPECT_EQ(count("0-1,0-2,0-3,0-4,0-5,0-6,0-7"), 2 * binomial(n, 7));
}

// Bounds by the largest degree alone would not fit 64 bits, and the passes over graphlets would take minutes.
TEST_P(CountsByParts, OfHubsWhoseNeighboursHaveFew) {
    if (is_slow()) GTEST_SKIP() << "the graph is too large for lockstep";
    constexpr VertexId n = 100'000;
    std::vector<Edge> edges; // K(3, n)
    for (VertexId v = 3; v < n + 3; ++v)
        for (VertexId u = 0; u < 3; ++u) edges.push_back({u, v});
    Graph const graph = graph_from_edges(n + 3, edges);
    WideCount const triples = WideCount{n} * (n - 1) * (n - 2);
    for (char const* const text : {"6-cycle", "6-path"}) {
        MatchResult const matches = count_matches(graph, {.pattern = parse_pattern(text)}, options());
        EXPECT_EQ(matches.count, std::string(text) == "6-path" ? 6 * triples : triples) << text;
        EXPECT_EQ(matches.chosen.form, "parts");
    }
}

TEST_P(CountsByParts, DoNotDependOnTheNumbering) {
    Graph const graph = generate_graph(is_slow() ? "gen:er:n=10,m=22,seed=8" : "gen:ba:n=60,m=5,seed=8");
    for (char const* const text : {"6-cycle", "prism", "0-3,0-4,0-5,1-3,1-4,1-5,2-3,2-4,2-5"}) {
        for (GraphOrder const order : {GraphOrder::given, GraphOrder::degree})
            expect_walk(graph, {.pattern = parse_pattern(text)}, order);
    }
}

TEST_P(CountsByParts, HaveClosedForms) {
    auto const count = [&](char const* graph, char const* pattern) {
        return count_matches(generate_graph(graph), {.pattern = parse_pattern(pattern), .algorithm = Algorithm::parts},
                             options())
            .count;
    };
    EXPECT_EQ(count("gen:complete:n=12", "6-cycle"), WideCount{55440}); // 12! / 6! / 12
    EXPECT_EQ(count("gen:cycle:n=7", "7-cycle"), WideCount{1});
    EXPECT_EQ(count("gen:path:n=20", "6-path"), WideCount{15});
    EXPECT_EQ(count("gen:path:n=20", "6-cycle"), WideCount{0});
}

TEST_P(CountsByParts, AreSharedByDevices) {
    if (is_slow()) GTEST_SKIP() << "lockstep is one device here";
    Graph const graph = generate_graph("gen:er:n=200,m=1600,seed=3");
    for (char const* const pattern : {"6-cycle", "prism", "0-3,0-4,0-5,1-3,1-4,1-5,2-3,2-4,2-5"}) {
        MatchQuery const query{.pattern = parse_pattern(pattern), .algorithm = Algorithm::parts};
        RunOptions shared = options();
        shared.devices = {{GetParam(), 0}, {DeviceKind::host}};
        EXPECT_EQ(count_matches(graph, query, shared).count, count_matches(graph, query, options()).count) << pattern;
    }
    RunOptions shared = options();
    shared.devices = {{GetParam(), 0}, {DeviceKind::host}};
    MatchQuery const domino{.pattern = parse_pattern("domino"), .algorithm = Algorithm::parts};
    EXPECT_EQ(count_local_matches(graph, domino, shared).of<PerOrbit>(),
              count_local_matches(graph, domino, options()).of<PerOrbit>());
    Graph const small = generate_graph("gen:ba:n=40,m=4,seed=7");
    EXPECT_EQ(count_motifs(small, {.k = 6, .algorithm = Algorithm::formula}, shared).count,
              count_motifs(small, {.k = 6, .algorithm = Algorithm::fast}, options()).count);
}

// Heads two steps apart are found in an order that no race decides: workers that share a root make the list each for
// itself.
TEST_P(CountsByParts, StayRightIfWorkMoves) {
    Graph const graph = generate_graph(is_slow() ? "gen:er:n=12,m=40,seed=4" : "gen:er:n=150,m=1800,seed=4");
    MatchQuery const query{.pattern = parse_pattern("0-3,0-4,0-5,1-3,1-4,1-5,2-3,2-4,2-5"),
                           .algorithm = Algorithm::parts};
    WideCount const expected = count_matches(graph, query, on(DeviceKind::host)).count;
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions moved = options();
        if (is_slow()) moved.workers = 3;
        moved.balance = balance_options(mechanism, make_policy("dumato", {.threshold = 1.0, .donations = 8}));
        EXPECT_EQ(count_matches(graph, query, moved).count, expected) << int(mechanism);
    }
}

TEST_P(CountsByParts, OfAPartialRunIsNone) {
    if (is_slow()) GTEST_SKIP() << "the host and CUDA have the same end";
    RunOptions with = options();
    with.deadline_seconds = 0.01;
    MatchResult const cut = count_matches(generate_graph("gen:er:n=3000,m=200000,seed=3"),
                                          {.pattern = parse_pattern("prism"), .algorithm = Algorithm::parts}, with);
    EXPECT_EQ(cut.status, Status::deadline);
    EXPECT_EQ(cut.count, WideCount{0});
    RunResult const local =
        count_local_matches(generate_graph("gen:er:n=3000,m=200000,seed=3"),
                            {.pattern = parse_pattern("prism"), .algorithm = Algorithm::parts}, with);
    EXPECT_EQ(local.status, Status::deadline);
    EXPECT_TRUE(local.of<PerOrbit>().vertices.empty());
}

CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(CountsByParts);

TEST(Parts, AreTakenWhereAWalkIsFarLonger) {
    RunOptions options;
    options.device = DeviceKind::host;
    Graph const graph = generate_graph("gen:ba:n=3000,m=8,seed=1");
    MatchQuery const query{.pattern = parse_pattern("6-cycle")};
    EXPECT_EQ(count_matches(graph, query, options).chosen.form, "parts");
    EXPECT_EQ(count_matches(generate_graph("gen:er:n=30,m=60,seed=1"), query, options).chosen.form, "walk");
    EXPECT_EQ(count_local_matches(graph, query, options).chosen.form, "parts");
    EXPECT_NE(count_local_matches(generate_graph("gen:er:n=30,m=60,seed=1"), query, options).chosen.form, "parts");
}

TEST(Parts, SayWhyThereAreNone) {
    RunOptions options;
    options.device = DeviceKind::host;
    Graph const graph = generate_graph("gen:er:n=30,m=60,seed=1");
    auto const why = [&](MatchQuery query, Graph const& of) {
        query.algorithm = Algorithm::parts;
        return message_of<InputError>([&] { count_matches(of, query, options); });
    };
    auto const has = [](std::string const& text, char const* part) { return text.find(part) != std::string::npos; };
    EXPECT_PRED2(has, why({.pattern = parse_pattern("K7")}, graph), "three heads");
    EXPECT_PRED2(has, why({.pattern = parse_pattern("house")}, graph), "6 vertices or more");
    EXPECT_PRED2(has, why({.pattern = parse_pattern("11-path")}, graph), "up to 10 vertices");
    EXPECT_PRED2(has, why({.pattern = parse_pattern("8-cycle"), .induced = true}, graph), "15 edges");
    EXPECT_PRED2(has, why({.pattern = parse_pattern("0-1,1-2,2-3,3-4,4-5,0~6,1~6")}, graph), "anti-vertices");
    EXPECT_PRED2(has, why({.pattern = parse_pattern("0:A,0-1,1-2")}, graph), "the graph has none");
    EXPECT_PRED2(has, why({.pattern = parse_pattern("0>1,1-2")}, graph), "without directions");
    EXPECT_PRED2(has, why({.pattern = parse_pattern("0:A,0-1")}, graph), "3 vertices or more");
    EXPECT_PRED2(has, why({.pattern = parse_pattern("6-cycle"), .order = {0, 1, 2, 3, 4, 5}}, graph), "order");
    EXPECT_PRED2(has, why({.pattern = parse_pattern("10-path")}, generate_graph("gen:complete:n=600")), "64 bits");
    MatchQuery const listed{.pattern = parse_pattern("6-cycle"), .algorithm = Algorithm::parts};
    EXPECT_PRED2(has, message_of<InputError>([&] { list_matches(graph, listed, [](auto) {}); }), "walk");
    MatchQuery const small{.pattern = parse_pattern("house"), .algorithm = Algorithm::parts};
    EXPECT_PRED2(has, message_of<InputError>([&] { count_local_matches(graph, small, options); }), "6 vertices");
}

} // namespace
} // namespace cerrado::test
