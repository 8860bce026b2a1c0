#include "isomorphism/formula/formula.hpp"
#include "isomorphism/plan/plan.hpp"
#include "isomorphism/verifier.hpp"
#include "unit/apps/support.hpp"
#include "unit/random_arcs.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/marks.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/vf2_sub_graph_iso.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>
#include <span>
#include <string_view>

namespace cerrado::test {

// count_matches on every device against the verifier: patterns of all kinds, orders, and how work is moved.

namespace {

constexpr char const* kinds[] = {"edge",
                                 "3-path",
                                 "triangle",
                                 "claw",
                                 "4-path",
                                 "paw",
                                 "4-cycle",
                                 "diamond",
                                 "K4",
                                 "house",
                                 "gem",
                                 "bull",
                                 "butterfly",
                                 "5-cycle",
                                 "K5-e",
                                 "0-1,1-2,2-3,3-0,0~2",
                                 "0-1,1-2,2-3,0~2,1~3",
                                 "0-1,0~2,1~2",
                                 "0-1,1-2,0-2,0~3,1~3,2~3",
                                 "0-1,1-2,0~3,2~3,1~4"};

std::string matches(Graph const& graph, Pattern const& pattern, bool induced, RunOptions const& options,
                    std::vector<int> const& order = {}) {
    MatchResult const result = count_matches(graph, {pattern, induced, order}, options);
    EXPECT_EQ(to_string(result.mappings.value()), to_string(result.count * result.automorphisms));
    return to_string(result.count);
}

// Of each pair: nothing, an edge, no edge; in some with an anti-vertex of two.
Pattern random_pattern(std::mt19937& random) {
    int const size = 3 + static_cast<int>(random() % 3);
    bool const has_anti = random() % 4 == 0;
    Pattern pattern(size + (has_anti ? 1 : 0));
    for (int v = 1; v < size; ++v) {
        int const joined = static_cast<int>(random() & 0x7fffffff) % v;
        pattern.require_edge(joined, v);
        for (int u = 0; u < v; ++u) {
            if (u == joined) continue;
            if (random() % 3 == 0) {
                pattern.require_edge(u, v);
            } else if (random() % 3 == 0) {
                pattern.forbid_edge(u, v);
            }
        }
    }
    if (has_anti) {
        pattern.forbid_edge(0, size);
        pattern.forbid_edge(size - 1, size);
    }
    return pattern;
}

void expect_random_patterns(Graph const& graph, int trials, RunOptions const& options) {
    std::mt19937 random(2);
    for (int trial = 0; trial < trials; ++trial) {
        Pattern const pattern = random_pattern(random);
        bool const induced = random() % 2 == 0;
        EXPECT_EQ(matches(graph, pattern, induced, options), to_string(count_matches_serially(graph, pattern, induced)))
            << trial;
    }
}

} // namespace

// A warp of 32 threads: few patterns, small graphs.
TEST(CountMatchesInLockstep, AreTheSameOfRandomPatterns) {
    expect_random_patterns(generate_graph("gen:er:n=9,m=18,seed=4"), 12, on(DeviceKind::lockstep));
}

TEST(CountMatchesInLockstep, AreThoseOfTheVerifier) {
    Graph const graph = generate_graph("gen:er:n=10,m=24,seed=6");
    for (char const* text : {"edge", "4-cycle", "house", "0-1,1-2,2-3,0~2,1~3", "0-1,0~2,1~2"}) {
        Pattern const pattern = parse_pattern(text);
        for (bool const induced : {false, true}) {
            EXPECT_EQ(matches(graph, pattern, induced, on(DeviceKind::lockstep)),
                      to_string(count_matches_serially(graph, pattern, induced)))
                << text << (induced ? " induced" : "");
        }
    }
}

class CountMatches : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(CountMatches);

TEST_P(CountMatches, AreThoseOfTheVerifier) {
    for (char const* spec : {"gen:er:n=14,m=40,seed=1", "gen:ba:n=16,m=3,seed=2", "gen:complete:n=7", "gen:star:n=9"}) {
        Graph const graph = generate_graph(spec);
        for (char const* text : kinds) {
            Pattern const pattern = parse_pattern(text);
            for (bool const induced : {false, true}) {
                MatchQuery const query{.pattern = pattern, .induced = induced, .algorithm = Algorithm::walk};
                EXPECT_EQ(to_string(count_matches(graph, query, options()).count),
                          to_string(count_matches_serially(graph, pattern, induced)))
                    << spec << " " << text << (induced ? " induced" : "");
            }
        }
    }
}

TEST_P(CountMatches, AreTheSameInEveryOrder) {
    Graph const graph = generate_graph("gen:er:n=24,m=90,seed=3");
    std::mt19937 random(1);
    for (char const* text : {"house", "0-1,1-2,2-3,3-0,0~2", "bull", "0-1,0~2,1~2"}) {
        Pattern const pattern = parse_pattern(text);
        std::string const expected = to_string(count_matches_serially(graph, pattern, false));
        int tried = 0;
        std::vector<int> order;
        for (int v = 0; v < pattern.size(); ++v) {
            if (!pattern.is_anti(v)) order.push_back(v);
        }
        for (int shuffle = 0; shuffle < 40 && tried < 6; ++shuffle) {
            std::ranges::shuffle(order, random);
            try {
                EXPECT_EQ(matches(graph, pattern, false, options(), order), expected) << text;
                ++tried;
            } catch (InputError const&) { // a vertex before any that it is adjacent to
            }
        }
        EXPECT_GE(tried, 1) << text;
    }
}

TEST_P(CountMatches, AreTheSameOfRandomPatterns) {
    expect_random_patterns(generate_graph("gen:er:n=13,m=36,seed=4"), 40, options());
}

TEST_P(CountMatches, AreTheSameWhenWorkIsMoved) {
    Graph const graph = generate_graph("gen:ba:n=60,m=5,seed=3");
    MatchQuery const house{.pattern = parse_pattern("house"), .algorithm = Algorithm::walk};
    std::string const expected = to_string(count_matches(graph, house, on(DeviceKind::host)).count);
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions own = options();
        own.threads = own.device == DeviceKind::host ? 3 : own.threads;
        own.workers = own.device == DeviceKind::lockstep ? 2 : own.workers;
        own.balance.mechanism = mechanism;
        EXPECT_EQ(to_string(count_matches(graph, house, own).count), expected);
    }
    RunOptions own = options();
    own.balance.pieces = most_pieces;
    EXPECT_EQ(to_string(count_matches(graph, house, own).count), expected);
}

TEST_P(CountMatches, GoOnFromACheckpointOfTheSamePattern) {
    Graph const graph = generate_graph("gen:ba:n=300,m=8,seed=3");
    RunOptions own = options();
    Pattern const house = parse_pattern("house");
    std::string const expected = matches(graph, house, false, on(DeviceKind::host));
    ScopedFolder const folder;
    own.checkpoint.file = folder.path("match.checkpoint");
    MatchQuery const walk{.pattern = house, .algorithm = Algorithm::walk};
    MatchResult result;
    for (int part = 0; part == 0 || result.status != Status::complete; ++part) {
        own.deadline_seconds = 0.01 * (1 + part);
        result = count_matches(graph, walk, own);
        if (part == 0 && result.status != Status::complete) {
            own.checkpoint.resume = true;
            EXPECT_THROW(count_matches(graph, {.pattern = parse_pattern("gem")}, own), InputError);
        }
    }
    EXPECT_EQ(to_string(result.count), expected);
}

TEST_P(CountMatches, OfCliquesAreThoseOfTheCliqueCount) {
    Graph const graph = generate_graph("gen:rmat:scale=8,degree=8,seed=1");
    Resident const resident(graph, options());
    for (int k = 3; k <= 5; ++k) {
        Pattern const pattern = parse_pattern("K" + std::to_string(k));
        EXPECT_EQ(to_string(count_matches(resident, {.pattern = pattern}, options()).count),
                  to_string(count_cliques(graph, {.k = k}, options()).count));
    }
}

// All but the centre are counted at once: 128 bits can be too few.
TEST(CountMatchesOfStars, FillAllBitsOrAreRefused) {
    Pattern star(11);
    for (int leaf = 1; leaf <= 10; ++leaf) star.require_edge(0, leaf);
    MatchResult const result = count_matches(generate_graph("gen:complete:n=2000"), {.pattern = star});
    EXPECT_EQ(to_string(result.count), "549038584032551170444771302000"); // 2000 C(1999, 10)
    EXPECT_EQ(result.automorphisms, 3628800u);
    EXPECT_EQ(to_string(result.mappings.value()), "1992351213737321687309986100697600000");
    MatchResult const larger =
        count_matches(generate_graph("gen:complete:n=2000"), {.pattern = parse_pattern("13-star")});
    EXPECT_EQ(to_string(larger.count), "2513822520552999915072982667917698000"); // 2000 C(1999, 13)
    EXPECT_FALSE(larger.mappings) << "they need 153 bits";
    EXPECT_THROW(count_matches(generate_graph("gen:complete:n=2000"), {.pattern = parse_pattern("14-star")}),
                 InputError);
    EXPECT_EQ(count_matches(generate_graph("gen:star:n=100000"), {.pattern = parse_pattern("claw")}).count,
              Count{166656666849999}); // C(99999, 3)
}

TEST(CountMatchesRefuses, WhatAGraphDoesNotHaveAndOrdersThatAreNone) {
    Graph const graph = generate_graph("gen:complete:n=5");
    Pattern const house = parse_pattern("0-1,1-2,2-3,3-0,0-4,1-4");
    EXPECT_THROW(count_matches(graph, {.pattern = parse_pattern("0>1")}), InputError);
    EXPECT_THROW(count_matches(graph, {.pattern = parse_pattern("0:A,0-1")}), InputError);
    for (std::vector<int> const& order :
         {std::vector{0, 2, 1, 3, 4}, {0, 1, 2, 3}, {0, 1, 2, 3, 3}, {0, 1, 2, 3, 5}, {0, 1, 2, 3, -1}}) {
        EXPECT_THROW(count_matches(graph, {.pattern = house, .order = order}), InputError);
    }
    Pattern loose(3);
    loose.require_edge(0, 1);
    EXPECT_THROW(count_matches(graph, {.pattern = loose}), InputError);
}

// Random patterns with arcs and labels in random graphs, on every device, against Boost.Graph's VF2, which shares nothing
// with Cerrado.

namespace {

using Directed = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;

// Arcs and a label for each vertex; an edge of an undirected graph is an arc each way.
struct Drawn {
    VertexId vertices = 0;
    std::vector<Edge> arcs;
    std::vector<std::string> labels;

    Directed boost() const {
        Directed graph(vertices);
        for (Edge const& arc : arcs) add_edge(arc.source, arc.target, graph);
        return graph;
    }
};

Drawn draw(VertexId vertices, double density, bool directed, bool labelled, std::mt19937& random) {
    Drawn drawn{vertices, {}, {}};
    auto const is_one = [&] { return std::uniform_real_distribution<>(0, 1)(random) < density; };
    for (VertexId v = 0; v < vertices; ++v) {
        drawn.labels.emplace_back(labelled ? std::string(1, static_cast<char>('a' + random() % 2)) : "");
        for (VertexId u = 0; u < v; ++u) {
            bool const there = is_one();
            bool const back = directed ? is_one() : there;
            if (there) drawn.arcs.push_back({v, u});
            if (back) drawn.arcs.push_back({u, v});
        }
    }
    return drawn;
}

Pattern pattern_of(Drawn const& drawn, bool directed) {
    Pattern pattern(static_cast<int>(drawn.vertices));
    for (auto const& [from, to] : drawn.arcs) {
        if (directed) {
            pattern.require_arc(static_cast<int>(from), static_cast<int>(to));
        } else {
            pattern.require_edge(static_cast<int>(from), static_cast<int>(to));
        }
    }
    for (int v = 0; v < pattern.size(); ++v) {
        std::string const& label = drawn.labels[static_cast<std::size_t>(v)];
        if (!label.empty()) pattern.label(v, {label});
    }
    return pattern;
}

bool is_connected(Pattern const& pattern) {
    return pattern.joined_to_least(pattern.core()) == Pattern::bit(pattern.size()) - 1;
}

Count vf2_mappings(Drawn const& pattern, Drawn const& graph, bool induced) {
    Directed const small = pattern.boost();
    Directed const large = graph.boost();
    if (num_vertices(small) > num_vertices(large)) return 0;
    Count maps = 0;
    auto const count = [&](auto const&, auto const&) {
        ++maps;
        return true;
    };
    auto const alike = [&](std::size_t v, std::size_t x) { return pattern.labels[v] == graph.labels[x]; };
    auto const all_alike = [](auto const&, auto const&) { return true; };
    auto const order = boost::vertex_order_by_mult(small);
    auto const index = [](Directed const& of) { return get(boost::vertex_index, of); };
    if (induced) {
        boost::vf2_subgraph_iso(small, large, count, index(small), index(large), order, all_alike, alike);
    } else {
        boost::vf2_subgraph_mono(small, large, count, index(small), index(large), order, all_alike, alike);
    }
    return maps;
}

} // namespace

class MatchesByVf2 : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(MatchesByVf2);

TEST_P(MatchesByVf2, AreAsManyMappings) {
    std::mt19937 random(11);
    for (int round = 0; round < 120; ++round) {
        bool const directed = round % 2 == 0;
        bool const labelled = round % 4 < 2;
        Drawn const drawn = draw(24, 0.15 + 0.1 * (round % 3), directed, labelled, random);
        Graph graph =
            directed ? graph_from_arcs(drawn.vertices, drawn.arcs) : graph_from_edges(drawn.vertices, drawn.arcs);
        if (labelled) graph = with_labels(std::move(graph), drawn.labels);
        Drawn small = draw(3 + static_cast<VertexId>(round % 3), 0.5, directed, labelled, random);
        while (!is_connected(pattern_of(small, directed)))
            small = draw(small.vertices, 0.5, directed, labelled, random);
        Pattern const pattern = pattern_of(small, directed);
        for (bool const induced : {false, true}) {
            MatchQuery const query{.pattern = pattern, .induced = induced};
            MatchResult const result = count_matches(graph, query, options());
            EXPECT_EQ(to_string(result.mappings.value()), std::to_string(vf2_mappings(small, drawn, induced))) << round;
            EXPECT_EQ(result.automorphisms, vf2_mappings(small, small, true)) << round;
            EXPECT_EQ(to_string(count_local_matches(graph, query, options()).count), to_string(result.count)) << round;
        }
    }
}

// Matches that a formula or a signed sum counts, on every device, against the verifier and the walk.

namespace {

constexpr char const* with_formula[] = {"4-cycle", "diamond", "house",  "5-cycle", "butterfly",
                                        "D`[",     "5-path",  "banner", "gem"};

MatchQuery walking(char const* pattern) { return {.pattern = parse_pattern(pattern), .algorithm = Algorithm::walk}; }
MatchQuery by_formula(char const* pattern) {
    return {.pattern = parse_pattern(pattern), .algorithm = Algorithm::formula};
}

} // namespace

// Tallies in fast memory and in device memory.
TEST(MatchesByFormulaInLockstep, AreThoseOfTheVerifier) {
    for (char const* spec : {"gen:er:n=12,m=34,seed=6", "gen:complete:n=29"}) {
        Graph const graph = generate_graph(spec);
        bool const is_large = graph.vertex_count() > 20;
        for (char const* text : is_large ? std::span(with_formula).first(4) : std::span(with_formula)) {
            std::string const expected =
                !is_large ? to_string(count_matches_serially(graph, parse_pattern(text), false))
                          : to_string(count_matches(graph, walking(text), on(DeviceKind::host)).count);
            EXPECT_EQ(to_string(count_matches(graph, by_formula(text), on(DeviceKind::lockstep)).count), expected)
                << spec << " " << text;
        }
    }
}

class MatchesByFormula : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(MatchesByFormula);

TEST_P(MatchesByFormula, AreThoseOfTheVerifier) {
    std::mt19937 random(5);
    for (int trial = 0; trial < 12; ++trial) {
        int const n = 5 + static_cast<int>(random() % 12);
        int const pairs = n * (n - 1) / 2;
        Graph const graph = generate_graph("gen:er:n=" + std::to_string(n) +
                                           ",m=" + std::to_string(static_cast<int>(random() % 1000) * pairs / 1000) +
                                           ",seed=" + std::to_string(trial));
        for (char const* text : with_formula) {
            MatchResult const result = count_matches(graph, by_formula(text), options());
            EXPECT_EQ(result.chosen.form, "formula");
            EXPECT_EQ(to_string(result.count), to_string(count_matches_serially(graph, parse_pattern(text), false)))
                << trial << " " << text;
        }
    }
}

// Hubs, whose tallies lie in device memory; vertices numbered in any order; on a resident graph, too.
TEST_P(MatchesByFormula, AreThoseOfTheWalk) {
    bool const is_cuda = GetParam() == DeviceKind::cuda; // which walks these in no time
    for (char const* spec :
         {is_cuda ? "gen:rmat:scale=9,degree=12,seed=2" : "gen:rmat:scale=7,degree=8,seed=2", "gen:ba:n=500,m=6,seed=4",
          is_cuda ? "gen:complete:n=60" : "gen:complete:n=25", "gen:star:n=3000",
          is_cuda ? "gen:er:n=300,m=6000,seed=3" : "gen:er:n=120,m=1500,seed=3"}) {
        Graph const graph = generate_graph(spec);
        Resident const resident(graph, options());
        for (char const* text : with_formula) {
            MatchResult const walked = count_matches(graph, walking(text), options());
            EXPECT_EQ(walked.chosen.form, "walk");
            std::string const expected = to_string(walked.count);
            for (int repetition = 0; repetition < 3; ++repetition) {
                EXPECT_EQ(to_string(count_matches(graph, by_formula(text), options()).count), expected)
                    << spec << " " << text;
                EXPECT_EQ(to_string(count_matches(resident, by_formula(text), options()).count), expected)
                    << spec << " " << text;
            }
            RunOptions fine = options(); // a hub is many jobs
            fine.balance.pieces = most_pieces;
            EXPECT_EQ(to_string(count_matches(graph, by_formula(text), fine).count), expected) << spec << " " << text;
        }
    }
}

TEST_P(MatchesByFormula, AreTakenWhereTheyFitWhatIsAsked) {
    Graph const graph = generate_graph("gen:ba:n=60,m=5,seed=3");
    MatchQuery const house{.pattern = parse_pattern("house")};
    EXPECT_EQ(count_matches(graph, house, options()).chosen.form, "formula");
    for (char const* text : {"6-path", "0-1,0~2,1~2"}) {
        EXPECT_EQ(count_matches(graph, {.pattern = parse_pattern(text)}, options()).chosen.form, "walk");
        EXPECT_THROW(count_matches(graph, by_formula(text), options()), InputError);
    }
    EXPECT_EQ(count_matches(graph, {.pattern = house.pattern, .induced = true}, options()).chosen.form, "walk");
    EXPECT_EQ(count_matches(graph, {.pattern = house.pattern, .order = {3, 4, 1, 0, 2}}, options()).chosen.form,
              "walk");
    RunOptions of_roots = options();
    of_roots.roots = std::vector<VertexId>{1, 2};
    RunOptions narrow = options();
    narrow.warp_width = 8;
    for (RunOptions const& own : {of_roots, narrow}) {
        if (own.warp_width != 8 || own.device == DeviceKind::cuda) {
            EXPECT_EQ(count_matches(graph, house, own).chosen.form, "walk");
        }
        EXPECT_THROW(count_matches(graph, by_formula("house"), own), InputError);
    }
}

// What a pattern forbids is taken away: signed sums of patterns that forbid nothing.
TEST_P(MatchesByFormula, OfSignedSumsAreThoseOfTheVerifier) {
    Graph const graph = generate_graph("gen:er:n=13,m=38,seed=8");
    for (char const* text : {"3-path", "claw", "4-path", "paw", "4-cycle", "diamond", "house", "gem", "K5-e", "5-cycle",
                             "0-1,1-2,2-3,3-0,0~2", "0-1,1-2,2-3,3-4,0~2,1~4", "0-1,1-2,2-3,3-4,4-0,0~2"}) {
        Pattern const pattern = parse_pattern(text);
        bool const induced = std::string_view(text).find('~') == std::string_view::npos;
        MatchQuery const query{.pattern = pattern, .induced = induced, .algorithm = Algorithm::formula};
        MatchResult const result = count_matches(graph, query, options());
        EXPECT_EQ(result.chosen.form, "formula") << text;
        EXPECT_EQ(to_string(result.count), to_string(count_matches_serially(graph, pattern, induced))) << text;
        EXPECT_EQ(to_string(result.mappings.value()), to_string(result.count * result.automorphisms)) << text;
    }
}

// Of more wedges than a tally in fast memory holds: their roots have rows in device memory, filled by several jobs.
TEST(MatchesByFormulaInLockstep, OfHeavyRootsOfFiveCycles) {
    for (int const pieces : {0, most_pieces}) {
        RunOptions own = on(DeviceKind::lockstep);
        own.balance.pieces = pieces;
        EXPECT_EQ(to_string(count_matches(generate_graph("gen:complete:n=43"), by_formula("5-cycle"), own).count),
                  std::to_string(12 * binomial(43, 5)));
    }
}

TEST_P(MatchesByFormula, OfHeavyRootsOfFiveCycles) {
    Graph const graph = generate_graph("gen:ba:n=3000,m=40,seed=5");
    std::string const expected = to_string(count_matches(graph, by_formula("5-cycle"), on(DeviceKind::host)).count);
    Resident const resident(graph, options());
    for (int again = 0; again < 3; ++again) {
        EXPECT_EQ(to_string(count_matches(resident, by_formula("5-cycle"), options()).count), expected);
    }
}

// What has no formula of its own is counted with all graphlets.
TEST_P(MatchesByFormula, OfEveryGraphletAreThoseOfTheVerifier) {
    for (char const* source : {"gen:er:n=12,m=40,seed=2", "gen:ba:n=14,m=4,seed=5"}) {
        Resident const graph(generate_graph(source), options());
        for (Graphlet const& graphlet : graphlets().subspan(1)) {
            Pattern const pattern = parse_pattern(format_graph6(graphlet.size, graphlet.adjacency));
            bool const is_clique = std::popcount(graphlet.adjacency) == graphlet.size * (graphlet.size - 1) / 2;
            for (bool const induced : {false, true}) {
                MatchQuery const query{.pattern = pattern, .induced = induced, .algorithm = Algorithm::formula};
                MatchResult const result = count_matches(graph, query, options());
                EXPECT_EQ(result.chosen.form == "formula", !is_clique) << graphlet.name;
                EXPECT_NE(result.chosen.form, "walk") << graphlet.name;
                EXPECT_EQ(to_string(result.count), to_string(count_matches_serially(graph.graph(), pattern, induced)))
                    << source << " " << graphlet.name << (induced ? " induced" : "");
            }
        }
    }
}

// The passes ignore directions, and a pattern without arcs does, too.
TEST_P(MatchesByFormula, OfGraphsWithDirections) {
    Graph const graph = graph_from_arcs(14, random_arcs(14, 50, 3));
    MatchQuery const query{.pattern = parse_pattern("bull"), .algorithm = Algorithm::formula};
    EXPECT_EQ(to_string(count_matches(graph, query, options()).count),
              to_string(count_matches_serially(graph, query.pattern, false)));
}

// As cliques are: by pivots, unless a walk is asked for.
TEST_P(MatchesByFormula, OfCliquesAreThoseOfTheirApplication) {
    Graph const graph = generate_graph("gen:er:n=200,m=6000,seed=3");
    for (int const size : {3, 4, 5, 7}) {
        Pattern const clique = parse_pattern("K" + std::to_string(size));
        for (bool const induced : {false, true}) {
            MatchResult const result = count_matches(graph, {.pattern = clique, .induced = induced}, options());
            MatchQuery const walked{.pattern = clique, .induced = induced, .algorithm = Algorithm::walk};
            EXPECT_EQ(to_string(result.count), to_string(count_matches(graph, walked, options()).count)) << size;
            EXPECT_NE(result.chosen.form, "walk") << size;
        }
    }
}

// Where a walk is long, and the terms are not.
TEST_P(MatchesByFormula, OfSignedSumsAreTakenWhereTheyAreCheaper) {
    MatchQuery claw{.pattern = parse_pattern("claw"), .induced = true};
    MatchResult const summed = count_matches(generate_graph("gen:star:n=3000"), claw, options());
    EXPECT_EQ(summed.chosen.form, "formula");
    EXPECT_EQ(to_string(summed.count), "4491005499"); // C(2999, 3)
    EXPECT_EQ(count_matches(generate_graph("gen:ba:n=60,m=5,seed=3"), claw, options()).chosen.form, "walk");
    claw.algorithm = Algorithm::formula;
    RunOptions own = options();
    own.deadline_seconds = 1e-9;
    MatchResult const none = count_matches(generate_graph("gen:er:n=20000,m=2000000,seed=3"), claw, own);
    EXPECT_EQ(none.status, Status::deadline);
    EXPECT_EQ(to_string(none.count), "0");
}

TEST(SignedSums, KnowInWhichOrderTheirTermsAreWalkedTo) {
    MatchQuery const star{.pattern = parse_pattern("0-1,0-2,0-3,0-4,0-5,1~2,2~3,3~4")};
    Graph const graph = generate_graph("gen:star:n=3000");
    SignedSum sum = signed_sum_of(star).value();
    ASSERT_EQ(sum.size(), 5u);
    ASSERT_TRUE(is_cheaper(sum, star, matching_order(star.pattern, false, graph), graph));
    for (SumTerm const& term : sum) EXPECT_EQ(term.order, matching_order(term.pattern, false, graph));
    EXPECT_EQ(to_string(bind_sum(sum, star.pattern).run(graph, on(DeviceKind::host)).count),
              to_string(60 * binomial(2999, 5)));
    Graph const small = generate_graph("gen:ba:n=60,m=5,seed=3");
    EXPECT_FALSE(is_cheaper(sum, star, matching_order(star.pattern, false, small), small));
}

TEST_P(MatchesByFormula, ThatAreNotDoneAreNone) {
    RunOptions own = options();
    own.deadline_seconds = 1e-9;
    MatchResult const result =
        count_matches(generate_graph("gen:er:n=20000,m=2000000,seed=3"), by_formula("house"), own);
    EXPECT_EQ(result.status, Status::deadline);
    EXPECT_EQ(to_string(result.count), "0");
    EXPECT_EQ(to_string(result.mappings.value()), "0");
}

// Patterns of more vertices than are walked to: those at their end are counted together, of several kinds.

namespace {

// So many more vertices that are adjacent to these of the core alone, and are not to be to those.
struct Tails {
    std::vector<int> to;
    int members;
    std::vector<int> not_to{};
};

Pattern with_tails(int core, std::vector<std::pair<int, int>> const& edges, std::vector<Tails> const& all) {
    int size = core;
    for (Tails const& tails : all) size += tails.members;
    Pattern pattern(size);
    for (auto const& [u, v] : edges) pattern.require_edge(u, v);
    for (int next = core; Tails const& tails : all) {
        for (int i = 0; i < tails.members; ++i, ++next) {
            for (int const v : tails.to) pattern.require_edge(v, next);
            for (int const v : tails.not_to) pattern.forbid_edge(v, next);
        }
    }
    return pattern;
}

std::vector<Pattern> large_patterns() {
    std::vector<std::pair<int, int>> const k3 = {{0, 1}, {1, 2}, {0, 2}};
    std::vector<std::pair<int, int>> const k4 = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    return {with_tails(1, {}, {{{0}, 31}}),
            with_tails(2, {{0, 1}}, {{{0}, 10}, {{1}, 10}}),
            with_tails(2, {{0, 1}}, {{{0}, 3}, {{1}, 12}}),
            with_tails(3, k3, {{{0}, 10}, {{0, 1}, 7}}),
            with_tails(3, k3, {{{0}, 5}, {{0, 1}, 5}, {{0, 1, 2}, 5}}),
            with_tails(4, k4, {{{0}, 7}, {{1}, 7}, {{2}, 7}, {{3}, 7}}),
            with_tails(3, k3, {{{0, 1}, 1}, {{1, 2}, 2}, {{0, 2}, 1}, {{2}, 12}})};
}

// A connected core, each vertex of which has tails or not, and some have two vertices of it.
Pattern random_tailed_pattern(std::mt19937& random) {
    auto const below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    int const core = 2 + below(3);
    std::vector<std::pair<int, int>> edges;
    for (int v = 1; v < core; ++v) {
        for (int u = 0, joined = below(v); u < v; ++u) {
            if (u == joined || below(2) == 0) edges.emplace_back(u, v);
        }
    }
    std::vector<Tails> tails;
    for (int v = 0; v < core; ++v) {
        if (below(4) == 0) continue;
        tails.push_back({{v}, 1 + below(3)});
        if (below(4) == 0) tails.back().not_to = {(v + 1) % core};
    }
    if (below(2) == 0) tails.push_back({{0, core - 1}, 1 + below(2)});
    return with_tails(core, edges, tails);
}

std::string count(Graph const& graph, Pattern const& pattern, RunOptions const& options) {
    return to_string(count_matches(graph, {.pattern = pattern}, options).count);
}

void expect_random_tailed_patterns(int trials, RunOptions const& options) {
    std::mt19937 random(3);
    Graph const graph = generate_graph("gen:ba:n=13,m=3,seed=5");
    for (int trial = 0; trial < trials; ++trial) {
        Pattern const pattern = random_tailed_pattern(random);
        EXPECT_EQ(count(graph, pattern, options), to_string(count_matches_serially(graph, pattern, false))) << trial;
    }
}

} // namespace

TEST(MatchesOfManyTailsInLockstep, AreThoseOfTheVerifier) {
    expect_random_tailed_patterns(6, on(DeviceKind::lockstep));
}

class MatchesOfManyTails : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(MatchesOfManyTails);

TEST_P(MatchesOfManyTails, AreThoseOfTheVerifier) { expect_random_tailed_patterns(30, options()); }

// Any order of n vertices is a mapping.
TEST_P(MatchesOfManyTails, InACompleteGraphAreAllPermutations) {
    for (Pattern const& pattern : large_patterns()) {
        auto const size = static_cast<unsigned>(pattern.size());
        WideCount const symmetries = count_automorphisms_serially(pattern);
        EXPECT_EQ(to_string(automorphisms(pattern).count), to_string(symmetries)) << size;
        WideCount permutations = 1;
        for (unsigned i = 2; i <= size; ++i) permutations *= i;
        auto const complete = [](unsigned n) { return generate_graph("gen:complete:n=" + std::to_string(n)); };
        EXPECT_EQ(count(complete(size - 1), pattern, options()), "0");
        EXPECT_EQ(count(complete(size), pattern, options()), to_string(permutations / symmetries)) << size;
        EXPECT_EQ(count(complete(size + 1), pattern, options()), to_string(permutations * (size + 1) / symmetries));
    }
}

// Two hubs with leaves of their own, and others that both have.
TEST_P(MatchesOfManyTails, OfMoreVerticesThanAreWalkedToAreThoseOfTheVerifier) {
    std::vector<Edge> edges = {{0, 1}, {2, 3}, {4, 5}};
    for (VertexId v = 2; v < 20; ++v) edges.push_back({v % 2, v});
    for (VertexId v = 2; v < 5; ++v) edges.push_back({1 - v % 2, v});
    Graph const graph = graph_from_edges(20, edges);
    for (auto const& [left, right] : {std::pair{8, 7}, {9, 8}, {10, 5}}) {
        Pattern const pattern = with_tails(2, {{0, 1}}, {{{0}, left}, {{1}, right}});
        std::string const expected = to_string(count_matches_serially(graph, pattern, false));
        EXPECT_NE(expected, "0");
        EXPECT_EQ(count(graph, pattern, options()), expected) << left;
        std::vector<int> leaf_first(static_cast<std::size_t>(pattern.size()));
        std::iota(leaf_first.begin(), leaf_first.end(), 0);
        std::rotate(leaf_first.begin(), leaf_first.begin() + 2, leaf_first.begin() + 3); // 2, 0, 1, 3, ...
        EXPECT_EQ(to_string(count_matches(graph, {.pattern = pattern, .order = leaf_first}, options()).count),
                  expected);
    }
}

TEST(PlansOfManyTails, WalkToTheOthersAlone) {
    Pattern const pattern = with_tails(3, {{0, 1}, {1, 2}, {0, 2}}, {{{0}, 10}, {{1}, 4}, {{2}, 4}});
    MatchingPlan const plan = make_plan(pattern, false);
    EXPECT_EQ(plan.walked, 3);
    EXPECT_EQ(plan.kinds, 3);
    EXPECT_EQ((std::vector(plan.members, plan.members + 3)), (std::vector<std::uint8_t>{4, 4, 10}));
    EXPECT_EQ(plan.terms, 0);
    EXPECT_EQ(make_plan(parse_pattern("31-star"), false).repetitions, 1u);
}

TEST(MatchesOfLargeStars, AreExactOrRefused) {
    MatchResult const few = count_matches(generate_graph("gen:star:n=40"), {.pattern = parse_pattern("31-star")});
    EXPECT_EQ(few.count, Count{61523748}); // C(39, 31)
    EXPECT_EQ(to_string(few.automorphisms), "8222838654177922817725562880000000");
    EXPECT_FALSE(few.mappings) << "they need 139 bits";
    EXPECT_THROW(count_matches(generate_graph("gen:star:n=200001"), {.pattern = parse_pattern("31-star")}), InputError);
    // Two such hubs that are not adjacent, but a third is to both: no degree tells how few there are.
    std::vector<Edge> edges = {{0, 2}, {1, 2}};
    for (VertexId v = 3; v < 4003; ++v) edges.push_back({v % 2, v});
    Pattern const pattern = with_tails(2, {{0, 1}}, {{{0}, 10}, {{1}, 8}});
    EXPECT_EQ(count(graph_from_edges(4003, edges), pattern, on(DeviceKind::host)), "0");
}

TEST(MatchesOfManyTailsRefuse, WhatWouldWalkTooFar) {
    Graph const graph = generate_graph("gen:complete:n=5");
    Pattern const double_star = with_tails(2, {{0, 1}}, {{{0}, 10}, {{1}, 10}});
    Pattern with_arc = parse_pattern("17-star");
    with_arc.forbid_arc(0, 1);
    char const* const too_many = "of this pattern one by one, and it can find 16";
    expect_refusal(too_many, [&] { count_matches(graph, {.pattern = double_star, .induced = true}); });
    expect_refusal(too_many, [&] { count_matches(graph, {.pattern = with_arc}); });
    expect_refusal(too_many, [&] { list_matches(graph, {.pattern = double_star}, [](auto) {}); });
    expect_refusal(too_many, [&] { bind_local_matches({.pattern = double_star}); });
    Pattern path(20);
    for (int v = 1; v < 20; ++v) path.require_edge(v - 1, v);
    expect_refusal("and it can find 15", [&] { count_matches(graph, {.pattern = path}); });
    Pattern alone(20);
    alone.require_edge(0, 1);
    for (int v = 2; v < 20; ++v) alone.forbid_edge(0, v);
    expect_refusal("anti-vertices", [&] { count_matches(graph, {.pattern = alone}); });
}

} // namespace cerrado::test
