// Labels that a pattern discovers: the matches by label, on every device against all mappings, and what is refused.
#include "isomorphism/verifier.hpp"
#include "unit/apps/support.hpp"
#include "unit/growing_deadlines.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/store.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace cerrado::test {

namespace {

using Counts = std::map<std::vector<std::string>, WideCount>;

// Directed, with the labels A to D and x and y of arcs. Some vertices and arcs have none.
Graph marked_graph(int vertices, int arcs, unsigned seed) {
    std::mt19937 random(seed);
    auto const n = static_cast<VertexId>(vertices);
    std::vector<Edge> list;
    for (int i = 0; i < arcs; ++i)
        list.push_back({static_cast<VertexId>(random() % n), static_cast<VertexId>(random() % n)});
    std::vector<std::string> labels, of_arcs;
    for (VertexId v = 0; v < n; ++v) labels.push_back(random() % 6 == 0 ? "" : std::string(1, "ABCD"[random() % 4]));
    for (auto const& [source, target] : list) {
        static constexpr char const* of_sum[] = {"x", "y", "", "x", "y"};
        of_arcs.emplace_back(of_sum[(2 * source + target) % 5]);
    }
    return with_edge_labels(with_labels(graph_from_arcs(n, list), labels), list, of_arcs);
}

// All mappings by the least of their labels' images, divided by the number of images.
Counts expected_of(Graph const& graph, MatchQuery const& query) {
    std::vector<std::vector<int>> const symmetries = automorphisms_serially(query.pattern, query.induced);
    std::vector<VertexId> roots(graph.vertex_count());
    std::iota(roots.begin(), roots.end(), VertexId{0});
    Counts found;
    auto const count = [&](std::span<VertexId const> mapping) {
        std::vector<std::string> by_vertex(static_cast<std::size_t>(query.pattern.size()));
        std::size_t place = 0;
        for (int v = 0; v < query.pattern.size(); ++v) {
            if (query.pattern.is_anti(v)) continue;
            std::uint32_t const label = graph.marks->labels[mapping[place++]];
            if (label != GraphMarks::no_label) by_vertex[static_cast<std::size_t>(v)] = graph.marks->label_names[label];
        }
        std::optional<std::vector<std::string>> least;
        for (std::vector<int> const& to : symmetries) {
            std::vector<std::string> labels;
            for (int v = 0; v < query.pattern.size(); ++v) {
                if (query.pattern.discovers(v))
                    labels.push_back(by_vertex[static_cast<std::size_t>(to[static_cast<std::size_t>(v)])]);
            }
            if (!least || labels < *least) least = labels;
        }
        ++found[*least];
    };
    for_each_mapping_serially(
        graph, query.pattern, query.induced, roots, [] {}, count);
    WideCount const images = count_automorphisms_serially(query.pattern, query.induced);
    for (auto& entry : found) entry.second /= images;
    return found;
}

void expect_counts(Graph const& graph, MatchQuery const& query, RunOptions const& options) {
    MatchResult const result = count_matches(graph, query, options);
    Counts found;
    WideCount sum = 0;
    for (auto const& [labels, count] : result.by_labels) {
        found[labels] = count;
        sum += count;
    }
    EXPECT_EQ(found.size(), result.by_labels.size()) << "a combination comes once";
    EXPECT_TRUE(std::ranges::is_sorted(result.by_labels, std::ranges::greater(), &LabelsCount::count));
    EXPECT_EQ(to_string(sum), to_string(result.count));
    EXPECT_EQ(to_string(result.count), to_string(count_matches_serially(graph, query.pattern, query.induced)));
    EXPECT_TRUE(found == expected_of(graph, query));
}

constexpr char const* kinds[] = {
    "0:?,0-1",
    "0:?,1:?,0-1",
    "0:?,1:?,0>1",
    "0:?,1:A,0-1",
    "0:A|B,0:?,1:?,0-1",
    "0:?,0-1,1-2",
    "1:?,0-1,1-2",
    "0:?,2:?,0-1,1-2",
    "0:?,1:?,2:?,0-1,1-2,2-0",
    "0:?,1:?,2:?,0>1,1>2,2>0",
    "0:?,1:?,2:?,3:?,0-1,1-2,2-3,3-0",
    "1:?,2:?,3:?,0-1,0-2,0-3",
    "0:?,1:?,0-1,0~2,1~2",
    "0:?,1:?,0>1/x,1~>0",
    "0:?,1:?,2:B,0-1/x,1-2/y",
};

} // namespace

TEST(MatchesByLabelInLockstep, AreThoseOfAllMappings) {
    Graph const graph = marked_graph(9, 34, 4);
    for (char const* text : {"0:?,1:?,0-1", "0:?,2:?,0>1,1>2", "0:?,1:?,2:?,0-1,1-2,2-0"}) {
        SCOPED_TRACE(text);
        for (bool const induced : {false, true}) {
            expect_counts(graph, {.pattern = parse_pattern(text), .induced = induced, .labels_may_lack = true},
                          on(DeviceKind::lockstep));
        }
    }
}

class MatchesByLabel : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(MatchesByLabel);

TEST_P(MatchesByLabel, AreThoseOfAllMappings) {
    for (Graph const& graph : {marked_graph(11, 40, 1), marked_graph(15, 60, 2), marked_graph(8, 70, 3)}) {
        for (char const* text : kinds) {
            for (bool const induced : {false, true}) {
                SCOPED_TRACE(std::string(text) + (induced ? " induced" : ""));
                expect_counts(graph, {.pattern = parse_pattern(text), .induced = induced, .labels_may_lack = true},
                              options());
            }
        }
    }
}

TEST_P(MatchesByLabel, AreThoseOfAllMappingsForRandomPatterns) {
    std::mt19937 random(11);
    for (int trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE(trial);
        int const size = 2 + static_cast<int>(random() % 4);
        Pattern pattern(size);
        pattern.discover_label(0);
        for (int v = 1; v < size; ++v) {
            if (random() % 2 == 0) pattern.discover_label(v);
            if (random() % 5 == 0) pattern.label(v, {"A", "C"});
            auto const to = static_cast<int>(random() % static_cast<unsigned>(v));
            for (int u = 0; u < v; ++u) {
                if (u != to && random() % 3 != 0) continue;
                random() % 3 == 0 ? pattern.require_arc(u, v) : pattern.require_edge(u, v);
            }
        }
        MatchQuery const query{.pattern = pattern, .induced = random() % 2 == 0, .labels_may_lack = true};
        expect_counts(marked_graph(10, 20 + static_cast<int>(random() % 40), random()), query, options());
    }
}

// The middle of a path may be discovered, or one end, or both. A mark at one end alone tells the ends apart.
TEST_P(MatchesByLabel, KeepTheSymmetriesThatKeepTheMarks) {
    std::vector<Edge> const edges = {{0, 1}, {1, 2}};
    Graph const path = with_labels(graph_from_edges(3, edges), {"b", "m", "a"});
    auto const counted = [&](char const* text) {
        return count_matches(path, {.pattern = parse_pattern(text)}, options());
    };
    using Rows = std::vector<LabelsCount>;
    EXPECT_EQ(counted("1:?,0-1,1-2").by_labels, (Rows{{{"m"}, 1}}));
    EXPECT_EQ(counted("0:?,2:?,0-1,1-2").by_labels, (Rows{{{"a", "b"}, 1}}));
    EXPECT_EQ(counted("0:?,0-1,1-2").by_labels, (Rows{{{"a"}, 1}, {{"b"}, 1}}));
    EXPECT_EQ(counted("0:?,0-1,1-2").automorphisms, 1u);
    EXPECT_EQ(counted("0:?,1:?,0-1").by_labels, (Rows{{{"a", "m"}, 1}, {{"b", "m"}, 1}}));
    EXPECT_EQ(counted("0-1,1-2").by_labels, Rows{});
}

TEST_P(MatchesByLabel, OfManyAlikeVerticesAreMultisets) {
    std::vector<Edge> edges;
    std::vector<std::string> labels = {"hub"};
    for (VertexId v = 1; v <= 12; ++v) {
        edges.push_back({0, v});
        labels.emplace_back(1, "abc"[v % 3]);
    }
    Graph const star = with_labels(graph_from_edges(13, edges), labels);
    std::string text;
    for (int v = 1; v <= 8; ++v) text += "0-" + std::to_string(v) + "," + std::to_string(v) + ":?,";
    text.pop_back();
    MatchResult const found = count_matches(star, {.pattern = parse_pattern(text)}, options());
    EXPECT_EQ(found.count, binomial(12, 8));
    Counts expected;
    for (std::size_t a = 0; a <= 4; ++a) {
        for (std::size_t b = 0; b <= 4; ++b) {
            if (a + b < 4 || a + b > 8) continue;
            std::size_t const c = 8 - a - b;
            std::vector<std::string> of(a, "a");
            of.insert(of.end(), b, "b");
            of.insert(of.end(), c, "c");
            expected[of] = binomial(4, a) * binomial(4, b) * binomial(4, c);
        }
    }
    Counts rows;
    for (auto const& [own, count] : found.by_labels) rows[own] = count;
    EXPECT_TRUE(rows == expected);
}

TEST_P(MatchesByLabel, HaveMoreLabelsThanTheFirstTable) {
    Graph graph = generate_graph("gen:er:n=1000,m=90000,seed=1"); // most of 90,000 pairs differ; 65,536 slots hold half
    std::vector<std::string> labels;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) labels.push_back(std::to_string(v));
    graph = with_labels(std::move(graph), labels);
    MatchResult const edges = count_matches(graph, {.pattern = parse_pattern("0:?,1:?,0-1")}, options());
    EXPECT_EQ(edges.count, graph.edge_count());
    EXPECT_EQ(edges.by_labels.size(), graph.edge_count());
}

TEST_P(MatchesByLabel, AreThoseOfARunThatGoesOn) {
    ScopedFolder const folder;
    Graph const graph = marked_graph(200, 3000, 6);
    MatchQuery const query{.pattern = parse_pattern("0:?,1:?,2:?,0-1,1-2,2-0")};
    std::vector<LabelsCount> const expected = count_matches(graph, query, options()).by_labels;
    ASSERT_FALSE(expected.empty());
    std::vector<std::string> files;
    for (int part = 1; part <= 3; ++part) {
        RunOptions own = options();
        files.push_back((folder.path() / ("part" + std::to_string(part))).string());
        own.checkpoint.file = files.back();
        own.checkpoint.part = {part, 3};
        count_matches(graph, query, own);
    }
    RunOptions own = options();
    own.checkpoint.merged = files;
    EXPECT_EQ(count_matches(graph, query, own).by_labels, expected);
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions moved = options();
        moved.balance.mechanism = mechanism;
        EXPECT_EQ(count_matches(graph, query, moved).by_labels, expected);
    }
    RunOptions shared;
    shared.devices = {{GetParam(), 0}, {DeviceKind::host}};
    EXPECT_EQ(count_matches(graph, query, shared).by_labels, expected);
}

TEST_P(MatchesByLabel, OfAStoppedRunAreItsCount) {
    Graph const graph = marked_graph(2000, 400000, 5);
    MatchQuery const query{.pattern = parse_pattern("0:?,4:?,0-1,1-2,2-3,3-4")};
    MatchResult const found = run_to_a_deadline(
        options(), 0.5, [&](RunOptions const& own) { return count_matches(graph, query, own); },
        [](MatchResult const& result) { return result.count > 0; });
    EXPECT_EQ(found.status, Status::deadline);
    EXPECT_GT(found.count, 0u);
    WideCount sum = 0;
    for (LabelsCount const& row : found.by_labels) sum += row.count;
    EXPECT_EQ(sum, found.count);
}

TEST(MatchesByLabelRefuse, WhatTheyCannotTell) {
    RunOptions const options = on(DeviceKind::host);
    auto const refused = [&](Graph const& graph, MatchQuery query, char const* why) {
        expect_refusal(why, [&] { count_matches(graph, query, options); });
    };
    Graph const plain = generate_graph("gen:complete:n=20");
    refused(plain, {.pattern = parse_pattern("0:?,0-1")}, "the pattern has labels, but the graph has none");
    std::vector<std::string> labels;
    for (int v = 0; v < 20; ++v) labels.push_back(std::to_string(v));
    Graph const of_20 = with_labels(plain, labels); // five bits each
    refused(of_20, {.pattern = parse_pattern("0:?,0-1"), .algorithm = Algorithm::formula}, "there is no formula");
    refused(of_20, {.pattern = parse_pattern("0-1,2~0,2~1,2:?")}, "pattern vertex 2 has a label but no required edge");
    Graph large = generate_graph("gen:path:n=300");
    labels.clear();
    for (int v = 0; v < 300; ++v) labels.push_back(std::to_string(v));
    large = with_labels(std::move(large), labels); // nine bits each, of which 14 fit
    std::string text = "0:?";
    for (int v = 1; v < 14; ++v) text += fmt::format(",{}-{},{}:?", v - 1, v, v);
    EXPECT_EQ(count_matches(large, {.pattern = parse_pattern(text)}, options).count, 287u);
    refused(large, {.pattern = parse_pattern(text + ",13-14,14:?")},
            "discovers the labels of 15 vertices, and with the 300 labels of this graph it can discover 14");
}

TEST(MatchesByLabelRefuse, NothingWhereTheyAreNotTold) {
    Graph const graph = marked_graph(14, 60, 8);
    MatchQuery const query{.pattern = parse_pattern("0:?,0-1,1-2")};
    WideCount const count = count_matches(graph, query, on(DeviceKind::host)).count;
    EXPECT_EQ(list_matches(
                  graph, query, [](auto) {}, on(DeviceKind::host))
                  .count,
              count);
    EXPECT_EQ(match_orbits(query.pattern), (std::vector{0, 1, 2}));
    EXPECT_EQ(count_local_matches(graph, query, on(DeviceKind::host)).count, count);
    EXPECT_EQ(find_match(graph, query, on(DeviceKind::host)).exists, true);
    Graph const plain = generate_graph("gen:complete:n=5");
    expect_refusal("the graph has none", [&] { find_match(plain, query, on(DeviceKind::host)); });
}

} // namespace cerrado::test
