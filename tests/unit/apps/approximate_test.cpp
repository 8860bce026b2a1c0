#include "equivalence/sanitizers.hpp"
#include "unit/apps/support.hpp"
#include "unit/growing_deadlines.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/marks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace cerrado::test {

// Approximate counts: intervals and means over many seeds against exact counts, and the same numbers everywhere.

namespace {

// With directions and labels if they are asked for. Some of its vertices have many neighbours.
Graph random_graph(bool marked = false) {
    RandomSource random(7);
    constexpr VertexId vertices = 300;
    std::vector<Edge> edges;
    for (VertexId u = 0; u < vertices; ++u) {
        for (VertexId v = 0; v < vertices; ++v) {
            if (u == v || (!marked && u > v)) continue;
            std::uint64_t const percent = u < 8 || v < 8 ? 25 : (u / 20 == v / 20 ? 30 : 2);
            if (random.below(marked ? 200 : 100) < percent) edges.push_back({u, v});
        }
    }
    if (!marked) return graph_from_edges(vertices, edges);
    Graph graph = graph_from_arcs(vertices, edges);
    std::vector<std::string> labels;
    for (VertexId v = 0; v < vertices; ++v) labels.emplace_back(random.below(3) == 0 ? "a" : "b");
    graph = with_labels(graph, labels);
    std::vector<std::string> of_edges;
    for (std::size_t i = 0; i < edges.size(); ++i) of_edges.emplace_back(random.below(2) == 0 ? "x" : "y");
    return with_edge_labels(graph, edges, of_edges);
}

using Estimates = std::function<Approximation(Precision const&)>;

// Of each thing that makes up a hundredth of all: 90 to 99 % of the intervals of 200 seeds have the count, and the mean of
// the estimates is within three standard errors of it.
void expect_sound(std::vector<WideCount> const& counts, Estimates const& estimates, double error) {
    int const seeds = under_sanitizer ? 10 : 200;
    double all = 0;
    for (WideCount const count : counts) all += static_cast<double>(count);
    std::vector<double> sums(counts.size()), squares(counts.size());
    std::vector<int> within(counts.size());
    for (int seed = 1; seed <= seeds; ++seed) {
        Approximation const found = estimates({.error = error, .seed = static_cast<std::uint64_t>(seed)});
        ASSERT_EQ(found.run.status, Status::complete);
        EXPECT_TRUE(found.is_reached);
        EXPECT_GT(found.draws, 0U);
        ASSERT_EQ(found.estimates.size(), counts.size());
        for (std::size_t i = 0; i < counts.size(); ++i) {
            auto const count = static_cast<double>(counts[i]);
            Estimate const& one = found.estimates[i];
            EXPECT_TRUE(counts[i] > 0 || !one.count.has_value()) << "pattern " << i << " does not occur";
            double const value = one.count.value_or(0);
            sums[i] += value;
            squares[i] += value * value;
            within[i] += one.low <= count && count <= one.high ? 1 : 0;
            double const width = count >= 0.02 * all ? one.high - one.low : 0;
            EXPECT_LE(width, 2 * error * value * 1.001) << "pattern " << i;
        }
    }
    if (under_sanitizer) return;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        auto const count = static_cast<double>(counts[i]);
        if (count < 0.01 * all) continue;
        double const mean = sums[i] / seeds, variance = squares[i] / seeds - mean * mean;
        EXPECT_LE(std::abs(mean - count), 3 * std::sqrt(variance / seeds)) << "pattern " << i << ", " << count;
        EXPECT_GE(within[i], 0.90 * seeds) << "pattern " << i;
        EXPECT_LE(within[i], 0.99 * seeds + 1) << "pattern " << i;
    }
}

std::vector<WideCount> motif_counts(Graph const& graph, MotifQuery const& query) {
    std::vector<WideCount> counts;
    for (MotifCount const& motif : count_motifs(graph, query, on(DeviceKind::host)).motifs)
        counts.push_back(motif.count);
    return counts;
}

void expect_sound_matches(Graph const& graph, std::string const& text, bool induced) {
    SCOPED_TRACE(text);
    MatchQuery const query{.pattern = parse_pattern(text), .induced = induced};
    WideCount const count = count_matches(graph, query, on(DeviceKind::host)).count;
    ASSERT_GT(to_string(count).size(), 1U);
    expect_sound(
        {count}, [&](Precision const& asked) { return approximate_matches(graph, query, asked, on(DeviceKind::host)); },
        0.1);
}

} // namespace

TEST(Approximate, IntervalsOfMotifsHoldTheCounts) {
    Graph const graph = random_graph();
    expect_sound(
        motif_counts(graph, {.k = 5}),
        [&](Precision const& asked) { return approximate_motifs(graph, {.k = 5}, asked, on(DeviceKind::host)); }, 0.1);
}

TEST(Approximate, IntervalsOfDirectedMotifsHoldTheCounts) {
    Graph const graph = random_graph(true);
    MotifQuery const query{.k = 3, .directed = true};
    expect_sound(
        motif_counts(graph, query),
        [&](Precision const& asked) { return approximate_motifs(graph, query, asked, on(DeviceKind::host)); }, 0.1);
}

TEST(Approximate, IntervalsOfCliquesHoldTheCount) {
    Graph const graph = random_graph();
    expect_sound(
        {count_cliques(graph, {.k = 5}, on(DeviceKind::host)).count},
        [&](Precision const& asked) { return approximate_cliques(graph, {.k = 5}, asked, on(DeviceKind::host)); }, 0.1);
}

TEST(Approximate, IntervalsOfMatchesHoldTheCount) {
    Graph const graph = random_graph(), marked = random_graph(true);
    for (char const* const text : {"house", "0-1,1-2,2-3,0~3"}) expect_sound_matches(graph, text, false);
    expect_sound_matches(graph, "4-cycle", true);
    for (char const* const text : {"0>1,1>2,0>2", "0:a,1:b,2:a|b,0-1,1-2/x", "0>1/x,1>2/y,2~>0",
                                   "0:a,1:b,2:a,3:b,4:a,0-1,1-2,2-3,3-4", "0:b,0>1,1>2,2>3"})
        expect_sound_matches(marked, text, false);
    expect_sound_matches(marked, "0>1,1>2", true);
}

TEST(Approximate, ThreeVerticesOfATriangleAreEachDraw) {
    Graph const graph = random_graph();
    Approximation const found = approximate_cliques(graph, {.k = 3}, {}, on(DeviceKind::host));
    EXPECT_EQ(found.estimates.front().met, found.draws);
    EXPECT_NEAR(*found.estimates.front().count,
                static_cast<double>(count_cliques(graph, {.k = 3}, on(DeviceKind::host)).count), 1e-6);
}

class ApproximateOn : public OnDeviceOrLockstep {};

TEST_P(ApproximateOn, ASeedGivesTheSameNumbers) {
    Graph const graph = random_graph(), marked = random_graph(true);
    Precision const asked{.error = is_slow() || under_sanitizer ? 0.2 : 0.02, .seed = 5};
    auto const all = [&](RunOptions const& options) {
        std::vector<Approximation> made;
        made.push_back(approximate_motifs(graph, {.k = 5}, asked, options));
        made.push_back(approximate_motifs(marked, {.k = 4, .directed = true}, asked, options));
        made.push_back(approximate_cliques(graph, {.k = 5}, asked, options));
        made.push_back(approximate_matches(marked, {.pattern = parse_pattern("0:a,0>1/x,1>2,0-2")}, asked, options));
        return made;
    };
    RunOptions one = on(DeviceKind::host);
    one.threads = 1;
    std::vector<Approximation> const expected = all(one), found = all(options());
    for (std::size_t i = 0; i < found.size(); ++i) {
        SCOPED_TRACE(i);
        EXPECT_EQ(found[i].draws, expected[i].draws);
        EXPECT_EQ(found[i].trial_draws, expected[i].trial_draws);
        ASSERT_EQ(found[i].estimates.size(), expected[i].estimates.size());
        for (std::size_t at = 0; at < found[i].estimates.size(); ++at) {
            Estimate const &own = found[i].estimates[at], &other = expected[i].estimates[at];
            EXPECT_EQ(own.met, other.met);
            EXPECT_EQ(own.count, other.count);
            EXPECT_EQ(own.low, other.low);
            EXPECT_EQ(own.high, other.high);
        }
    }
}

CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(ApproximateOn);

TEST(Approximate, NothingToDrawFromIsNone) {
    Graph const empty = graph_from_edges(5, {});
    for (Approximation const& found : {approximate_cliques(empty, {.k = 4}), approximate_motifs(empty, {.k = 3}),
                                       approximate_matches(empty, {.pattern = parse_pattern("triangle")})}) {
        EXPECT_TRUE(found.is_reached);
        EXPECT_EQ(found.draws, 0U);
        EXPECT_EQ(found.estimates.front().count, 0.0);
        EXPECT_EQ(found.estimates.front().high, 0.0);
    }
}

TEST(Approximate, WhatNoDrawMetHasABoundAndNoEstimate) {
    Graph const path = generate_graph("gen:er:n=60,m=90,seed=3");
    Approximation const found = run_to_a_deadline(
        on(DeviceKind::host), 0.3,
        [&](RunOptions const& own) {
            return approximate_matches(path, {.pattern = parse_pattern("6-clique")}, {}, own);
        },
        [](Approximation const& result) { return result.draws > 0; });
    EXPECT_FALSE(found.is_reached);
    EXPECT_EQ(found.run.status, Status::deadline);
    EXPECT_GT(found.draws, 0U);
    EXPECT_FALSE(found.estimates.front().count.has_value());
    EXPECT_EQ(found.estimates.front().low, 0);
    EXPECT_GT(found.estimates.front().high, 0);
}

TEST(Approximate, AStoppedRunHasTheDrawsThatWereMade) {
    Graph const graph = random_graph();
    auto const is_estimated = [](Estimate const& one) { return one.count.has_value(); };
    Approximation const found = run_to_a_deadline(
        on(DeviceKind::host), 0.5,
        [&](RunOptions const& own) { return approximate_motifs(graph, {.k = 4}, {.error = 1e-5}, own); },
        [&](Approximation const& result) { return std::ranges::all_of(result.estimates, is_estimated); });
    EXPECT_EQ(found.run.status, Status::deadline);
    EXPECT_FALSE(found.is_reached);
    std::vector<WideCount> const exact = motif_counts(graph, {.k = 4});
    for (std::size_t i = 0; i < exact.size(); ++i) {
        ASSERT_TRUE(found.estimates[i].count.has_value());
        EXPECT_NEAR(*found.estimates[i].count, static_cast<double>(exact[i]), 6 * found.estimates[i].standard_error);
    }
}

TEST(Approximate, WrongQuestionsAreRefused) {
    Graph const graph = random_graph();
    RunOptions const host = on(DeviceKind::host);
    Pattern const house = parse_pattern("house");
    expect_refusal("not above 0", [&] { approximate_cliques(graph, {.k = 4}, {.error = 0}, host); });
    expect_refusal("not above 0", [&] { approximate_cliques(graph, {.k = 4}, {.error = 1}, host); });
    expect_refusal("confidence", [&] { approximate_cliques(graph, {.k = 4}, {.confidence = 1}, host); });
    expect_refusal("3 to 32", [&] { approximate_cliques(graph, {}, {}, host); });
    expect_refusal("3 to 32", [&] { approximate_cliques(graph, {.k = 33}, {}, host); });
    expect_refusal("count them exactly", [&] { approximate_cliques(graph, {.k = 4, .through = {1}}, {}, host); });
    expect_refusal("3 to 8", [&] { approximate_motifs(graph, {.k = 9}, {}, host); });
    expect_refusal("3 to 6", [&] { approximate_motifs(random_graph(true), {.k = 7, .directed = true}, {}, host); });
    expect_refusal("without directions", [&] { approximate_motifs(graph, {.k = 3, .directed = true}, {}, host); });
    expect_refusal("induced", [&] { approximate_motifs(graph, {.k = 4, .edge_induced = true}, {}, host); });
    expect_refusal("anti-vertex",
                   [&] { approximate_matches(graph, {.pattern = parse_pattern("0-1,2~0,2~1")}, {}, host); });
    expect_refusal("labels", [&] { approximate_matches(graph, {.pattern = parse_pattern("0:a,1:b,0-1")}, {}, host); });
    expect_refusal("0:A",
                   [&] { approximate_matches(random_graph(true), {.pattern = parse_pattern("0:?,0-1")}, {}, host); });
    RunOptions rooted = host;
    rooted.roots = {0};
    expect_refusal("roots", [&] { approximate_matches(graph, {.pattern = house}, {}, rooted); });
    RunOptions kept = host;
    kept.checkpoint.file = "x.ck";
    expect_refusal("checkpoint", [&] { approximate_matches(graph, {.pattern = house}, {}, kept); });
    RunOptions shared = host;
    shared.devices = {{DeviceKind::host, 0}, {DeviceKind::host, 1}};
    expect_refusal("one device", [&] { approximate_matches(graph, {.pattern = house}, {}, shared); });
}

} // namespace cerrado::test
