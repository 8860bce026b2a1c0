// count_matches on every device against the verifier: patterns of all kinds, orders, and how work is moved.
#include "support.hpp"

#include "isomorphism/verifier.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/parse_pattern.hpp>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>

namespace cerrado::test {
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
    own.checkpoint.file = testing::TempDir() + "match.checkpoint";
    std::filesystem::remove(own.checkpoint.file);
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

} // namespace cerrado::test
