// Patterns of more vertices than are walked to: those at their end are counted together, of several kinds.
#include "support.hpp"

#include "isomorphism/plan/plan.hpp"
#include "isomorphism/verifier.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/parse_pattern.hpp>

#include <numeric>
#include <random>

namespace cerrado::test {
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
Pattern random_pattern(std::mt19937& random) {
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

void expect_random_patterns(int trials, RunOptions const& options) {
    std::mt19937 random(3);
    Graph const graph = generate_graph("gen:ba:n=13,m=3,seed=5");
    for (int trial = 0; trial < trials; ++trial) {
        Pattern const pattern = random_pattern(random);
        EXPECT_EQ(count(graph, pattern, options), to_string(count_matches_serially(graph, pattern, false))) << trial;
    }
}

} // namespace

TEST(MatchesOfManyTailsInLockstep, AreThoseOfTheVerifier) { expect_random_patterns(6, on(DeviceKind::lockstep)); }

class MatchesOfManyTails : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(MatchesOfManyTails);

TEST_P(MatchesOfManyTails, AreThoseOfTheVerifier) { expect_random_patterns(30, options()); }

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
    char const* const too_many = "are to be found one after the other, and 16 can be";
    expect_refusal(too_many, [&] { count_matches(graph, {.pattern = double_star, .induced = true}); });
    expect_refusal(too_many, [&] { count_matches(graph, {.pattern = with_arc}); });
    expect_refusal(too_many, [&] { bind_match_list({.pattern = double_star}); });
    expect_refusal(too_many, [&] { bind_local_matches({.pattern = double_star}); });
    Pattern path(20);
    for (int v = 1; v < 20; ++v) path.require_edge(v - 1, v);
    expect_refusal("and 15 can be", [&] { count_matches(graph, {.pattern = path}); });
    Pattern alone(20);
    alone.require_edge(0, 1);
    for (int v = 2; v < 20; ++v) alone.forbid_edge(0, v);
    expect_refusal("stand for nobody", [&] { count_matches(graph, {.pattern = alone}); });
}

} // namespace cerrado::test
