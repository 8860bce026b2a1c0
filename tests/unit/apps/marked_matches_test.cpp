#include "isomorphism/plan/plan.hpp"
#include "isomorphism/plan/plan_cost.hpp"
#include "isomorphism/verifier.hpp"
#include "unit/apps/support.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store.hpp>

#include <algorithm>
#include <random>

namespace cerrado::test {

// count_matches in graphs of directions and labels, on every device against the verifier.

namespace {

std::vector<std::string> labels_by_sum(std::vector<Edge> const& edges) {
    std::vector<std::string> labels;
    for (auto const& [source, target] : edges) {
        static constexpr char const* of_sum[] = {"x", "y", "", "x", "y"};
        labels.emplace_back(of_sum[(2 * source + target) % 5]);
    }
    return labels;
}

// Directed, with each of the labels A to C, and x and y of arcs; some have none.
Graph marked_graph(int vertices, int arcs, unsigned seed) {
    std::mt19937 random(seed);
    auto const n = static_cast<VertexId>(vertices);
    std::vector<Edge> list;
    auto const any = [&] { return static_cast<VertexId>(random() % n); };
    for (int i = 0; i < arcs; ++i) list.push_back({any(), any()});
    std::vector<std::string> labels;
    for (VertexId v = 0; v < n; ++v) {
        labels.push_back(v > 2 && random() % 6 == 0 ? "" : std::string(1, static_cast<char>('A' + v % 3)));
    }
    return with_edge_labels(with_labels(graph_from_arcs(n, list), labels), list, labels_by_sum(list));
}

constexpr char const* kinds[] = {
    "0>1",
    "0<>1",
    "0:A,0-1",
    "0:A|B,1:C,0>1",
    "0>1,1>2,0>2",
    "0>1,1>2,2>0",
    "0>2,0>3,1>2,1>3",
    "0:A,1:A,0-1,1-2,0-2",
    "0:A,1:B,2:C,0-1,1-2,0-2",
    "0>1,1>2,2>3,3>0",
    "0>1,0>2,0>3",
    "0:A,0-1,0-2,0-3",
    "0>1,1~>0,1-2",
    "0:A|B|C,0<>1,1>2,0~2",
    "0>1,1>2,0~3,1~3,2~3",
    "0:B,0-1,1-2,2-3,3-0,0-4,1-4",
    "0-1/x",
    "0>1/x",
    "0<>1/y",
    "0>1/x,1>2/y",
    "0-1/x,1-2/x,0-2",
    "0>1/x,1>2/x,2>0/x",
    "0-1/y,1-2/y,2-3/y,3-0/y",
    "0:A,0-1/x,0-2/x,0-3",
    "0>1/x,0-1/y,1-2",
};

std::string matched(Graph const& graph, MatchQuery const& query, RunOptions const& options) {
    MatchResult const result = count_matches(graph, query, options);
    EXPECT_EQ(to_string(result.mappings.value()), to_string(result.count * result.automorphisms));
    return to_string(result.count);
}

std::string matched_serially(Graph const& graph, MatchQuery const& query) {
    return to_string(count_matches_serially(graph, query.pattern, query.induced));
}

// A connected pattern with arcs, labels, and arcs and edges that must not be there.
Pattern random_pattern(std::mt19937& random, int least = 2) {
    int const size = least + static_cast<int>(random() % 4);
    Pattern pattern(size);
    for (int v = 0; v < size; ++v) {
        if (random() % 3 == 0)
            pattern.label(v, random() % 2 == 0 ? std::vector<std::string>{"A"} : std::vector<std::string>{"B", "C"});
        int const joined = v == 0 ? 0 : static_cast<int>(random() % static_cast<unsigned>(v));
        for (int u = 0; u < v; ++u) {
            bool const must = u == joined;
            switch (random() % (must ? 4 : 9)) {
            case 0: pattern.require_edge(u, v); break;
            case 1: pattern.require_arc(u, v); break;
            case 2: pattern.require_arc(v, u); break;
            case 3:
                if (random() % 2 == 0) pattern.label_edge(u, v, random() % 2 == 0 ? "x" : "y");
                if (random() % 2 == 0) pattern.label_arc(u, v, "x");
                pattern.require_arc(u, v);
                if (random() % 2 == 0)
                    pattern.require_arc(v, u);
                else
                    pattern.forbid_arc(v, u);
                break;
            case 4: pattern.forbid_edge(u, v); break;
            case 5: pattern.forbid_arc(u, v); break;
            default: break;
            }
        }
    }
    return pattern;
}

} // namespace

TEST(CountMarkedMatchesInLockstep, AreThoseOfTheVerifier) {
    Graph const graph = marked_graph(10, 40, 4);
    for (char const* text : {"0>1", "0:A|B,1:C,0>1", "0>1,1>2,0>2", "0:A,1:B,2:C,0-1,1-2,0-2", "0>1,1>2,0~2"}) {
        for (bool const induced : {false, true}) {
            MatchQuery const query{.pattern = parse_pattern(text), .induced = induced};
            EXPECT_EQ(matched(graph, query, on(DeviceKind::lockstep)), matched_serially(graph, query)) << text;
        }
    }
}

class CountMarkedMatches : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(CountMarkedMatches);

TEST_P(CountMarkedMatches, AreThoseOfTheVerifier) {
    for (Graph const& graph : {marked_graph(13, 50, 1), marked_graph(18, 60, 2), marked_graph(9, 90, 3)}) {
        Resident const resident(graph, options());
        for (char const* text : kinds) {
            for (bool const induced : {false, true}) {
                MatchQuery const query{.pattern = parse_pattern(text), .induced = induced};
                std::string const expected = matched_serially(graph, query);
                EXPECT_EQ(matched(graph, query, options()), expected) << text << (induced ? " induced" : "");
                EXPECT_EQ(to_string(count_matches(resident, query, options()).count), expected) << text;
            }
        }
    }
}

TEST_P(CountMarkedMatches, AreThoseOfTheVerifierForRandomPatternsAndOrders) {
    std::mt19937 random(7);
    for (int trial = 0; trial < 60; ++trial) {
        Graph const graph = marked_graph(11, 20 + static_cast<int>(random() % 60), random());
        MatchQuery query{.pattern = random_pattern(random), .induced = random() % 2 == 0};
        std::string const expected = matched_serially(graph, query);
        EXPECT_EQ(matched(graph, query, options()), expected) << trial;
        EXPECT_EQ(automorphisms(query.pattern.meaning(query.induced)).count,
                  count_automorphisms_serially(query.pattern, query.induced))
            << trial;
        for (int v = query.pattern.size(); v-- > 0;) query.order.push_back(v);
        try {
            EXPECT_EQ(matched(graph, query, options()), expected) << trial;
        } catch (InputError const&) { // a vertex before any that it is adjacent to
        }
    }
}

// The same terms count all matches, and those at each vertex.
TEST_P(CountMarkedMatches, ByPartsAreThoseOfAWalk) {
    std::mt19937 random(3);
    int counted = 0, found = 0, refused = 0;
    for (int trial = 0; trial < 80; ++trial) {
        int const arcs = 30 + static_cast<int>(random() % 90);
        Graph const graph = marked_graph(12, arcs, random());
        MatchQuery query{.pattern = random_pattern(random, trial < 50 ? 3 : 5), .induced = random() % 3 == 0};
        if (!query.pattern.has_marks()) continue;
        RunResult const walk = count_local_matches(graph, query, on(DeviceKind::host));
        query.algorithm = Algorithm::parts;
        std::string const text = format_pattern(query.pattern);
        try {
            EXPECT_EQ(to_string(count_matches(graph, query, options()).count), to_string(walk.count)) << text;
        } catch (InputError const& error) { // with all forbidden edges it is a large clique, or they are many
            std::string const why = error.what();
            EXPECT_TRUE(why.find("three heads") != why.npos || why.find("15 edges") != why.npos) << why;
            ++refused;
            continue;
        }
        RunResult const local = count_local_matches(graph, query, options());
        EXPECT_EQ(local.of<PerOrbit>(), walk.of<PerOrbit>()) << text;
        EXPECT_EQ(to_string(local.count), to_string(walk.count)) << text;
        EXPECT_EQ(local.chosen.form, "parts");
        ++counted;
        found += walk.count > 0 ? 1 : 0;
    }
    EXPECT_GT(counted, 50);
    EXPECT_GT(found, 25);
    EXPECT_LT(refused, 20);
}

TEST_P(CountMarkedMatches, ByPartsOfUndirectedGraphsWithLabels) {
    Graph const plain = generate_graph("gen:ba:n=40,m=4,seed=2");
    std::vector<Edge> edges;
    for_each_arc_or_edge(plain, [&](VertexId u, VertexId v) { edges.push_back({u, v}); });
    std::vector<std::string> labels;
    for (VertexId v = 0; v < plain.vertex_count(); ++v) labels.emplace_back(v % 3 == 0 ? "A" : "B");
    Graph const graph = with_edge_labels(with_labels(plain, labels), edges, labels_by_sum(edges));
    for (char const* const text :
         {"0:A,0-1,1-2,2-3,3-4,4-5,5-0", "0-1/x,1-2,2-0/y,3-4,4-5,5-3,0-3,1-4,2-5", "0:A,1:B,0-1,1-2,2-3,3:A|B,3-4",
          "0:A,1:A,2:A,0-1,0-2,0-3,0-4/x,4-5", "0:A,1:B,0-1,1-2,0-2"}) {
        MatchQuery query{.pattern = parse_pattern(text)};
        RunResult const walk = count_local_matches(graph, query, on(DeviceKind::host));
        query.algorithm = Algorithm::parts;
        EXPECT_EQ(to_string(count_matches(graph, query, options()).count), to_string(walk.count)) << text;
        EXPECT_EQ(count_local_matches(graph, query, options()).of<PerOrbit>(), walk.of<PerOrbit>()) << text;
        EXPECT_GT(walk.count, 0) << text;
    }
}

TEST_P(CountMarkedMatches, AreCountedOnceHoweverThePatternSaysIt) {
    Graph const graph = marked_graph(14, 60, 8);
    for (auto const& [plain, more] : {std::pair{"0>2,1>2", "0>2,1>2,2~>0"}, std::pair{"0>2,1>2", "0>2,1>2,0~>1"},
                                      std::pair{"0>2,1>2", "0>2,1-2,2~>1"}, std::pair{"0<>1,1<>2", "0<>1,1<>2,0~2"}}) {
        MatchQuery const query{.pattern = parse_pattern(plain), .induced = true};
        MatchQuery const same{.pattern = parse_pattern(more), .induced = true};
        EXPECT_EQ(matched(graph, same, options()), matched(graph, query, options())) << more;
        EXPECT_EQ(matched_serially(graph, same), matched_serially(graph, query)) << more;
    }
    MatchQuery const twice{.pattern = parse_pattern("0>2,1>2,0-2")}; // of other matches the edge says nothing
    EXPECT_EQ(matched(graph, twice, options()), matched(graph, {.pattern = parse_pattern("0>2,1>2")}, options()));
    EXPECT_EQ(matched(graph, twice, options()), matched_serially(graph, twice));
}

TEST_P(CountMarkedMatches, OfAllLabelsAndDirectionsAddUpToThoseWithout) {
    Graph const graph = marked_graph(60, 400, 5);
    auto const count = [&](std::string const& text) {
        return count_matches(graph, {.pattern = parse_pattern(text)}, options()).count;
    };
    // Every edge has an arc one way, the other, or both.
    EXPECT_EQ(to_string(count("0>1,1~>0") + count("0<>1")), to_string(count("0-1")));
    WideCount by_label = 0;
    for (char const* label : {"A", "B", "C"}) by_label += count("0:" + std::string(label) + ",0-1,0-2,1-2,0~3,1~3,2~3");
    EXPECT_EQ(to_string(count("0:A|B|C,0-1,0-2,1-2,0~3,1~3,2~3")), to_string(by_label));
    EXPECT_EQ(to_string(count("0>1,1>2,0>2")), to_string(count("2>1,1>0,2>0")));
}

TEST_P(CountMarkedMatches, OfLabelsOfEdgesThatHaveNoDirections) {
    Graph const plain = generate_graph("gen:er:n=40,m=200,seed=2");
    std::vector<Edge> edges;
    for_each_arc_or_edge(plain, [&](VertexId v, VertexId u) { edges.push_back({v, u}); });
    Graph const graph = with_edge_labels(plain, edges, labels_by_sum(edges));
    auto const count = [&](char const* text) {
        MatchQuery const query{.pattern = parse_pattern(text)};
        std::string const found = matched(graph, query, options());
        EXPECT_EQ(found, matched_serially(graph, query)) << text;
        return std::stoi(found);
    };
    int unlabelled = 0;
    for (std::string const& label : labels_by_sum(edges)) unlabelled += label.empty() ? 1 : 0;
    EXPECT_EQ(count("0-1/x") + count("0-1/y") + unlabelled, 200);
    for (char const* text : {"0-1/x,1-2/y,0-2", "0-1/x,1-2/x,2-3/x,3-0/x", "0-1/y,0-2/y,0-3/y", "0-1/x,0~2,1~2",
                             "0-1/x,1-2/y,2-3/x,3-0/y,0-2"}) {
        EXPECT_GT(count(text), 0) << text;
    }
}

TEST_P(CountMarkedMatches, AreTheSameWhenWorkIsMoved) {
    Graph const graph = marked_graph(200, 3000, 6);
    MatchQuery const query{.pattern = parse_pattern("0:A,0>1/x,1>2,2>3,0-2,1-3,0-3/y")};
    std::string const expected = matched(graph, query, on(DeviceKind::host));
    EXPECT_NE(expected, "0");
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions own = options();
        own.threads = own.device == DeviceKind::host ? 3 : own.threads;
        own.balance.mechanism = mechanism;
        EXPECT_EQ(matched(graph, query, own), expected);
    }
    RunOptions own = options();
    own.balance.pieces = most_pieces;
    EXPECT_EQ(matched(graph, query, own), expected);
}

TEST(CountMarkedMatchesRefuse, WhatTheGraphDoesNotHave) {
    Graph const plain = generate_graph("gen:complete:n=5");
    Graph const marked = marked_graph(12, 50, 1);
    auto const refused = [](Graph const& graph, char const* text, char const* why) {
        expect_refusal(why, [&] { count_matches(graph, {.pattern = parse_pattern(text)}, on(DeviceKind::host)); });
    };
    refused(plain, "0>1", "the graph was read without directions");
    refused(plain, "0:A,0-1", "the pattern has labels, but the graph has none");
    refused(marked, "0:D,0-1", "no vertex of the graph bears the label \"D\"; there are A, B, C");
    for (char const* text : {"0:D,0-1", "0:A,1:D,0-1", "0-1/z,1-2", "0>1/z"}) {
        for (bool const is_listed : {false, true}) {
            MatchQuery const query{.pattern = parse_pattern(text), .labels_may_lack = true};
            RunOptions options = on(DeviceKind::host);
            options.of<Store>().batch_sink = [](std::span<OriginalId const>) {};
            EXPECT_EQ(is_listed ? list_matches(marked, query, options).count
                                : count_matches(marked, query, on(DeviceKind::host)).count,
                      0u)
                << text;
        }
    }
    MatchQuery const either{.pattern = parse_pattern("0:A|D,0-1"), .labels_may_lack = true};
    MatchQuery const only{.pattern = parse_pattern("0:A,0-1")};
    EXPECT_EQ(count_matches(marked, either, on(DeviceKind::host)).count,
              count_matches(marked, only, on(DeviceKind::host)).count);
    refused(plain, "0-1/x", "the pattern has labels of edges, but the graph was read without them");
    refused(marked, "0-1/z", "no edge of the graph bears the label \"z\"; there are x, y");
    refused(marked, "0:A,1-2,0~1,0~2", "has a label but no required edge");
}

// In which order a pattern's vertices are found: what random walks say of a plan, and which order is chosen by that.

namespace {

double work_of(Graph const& graph, Pattern const& pattern, bool induced, std::vector<int> const& order) {
    MatchingPlan const plan = make_plan(pattern, induced, order);
    RandomWalks walks(graph, plan);
    walks.take(4000, 1e9);
    return walks.cost().work();
}

Graph directed_graph() {
    std::vector<Edge> arcs;
    for (VertexId v = 0; v < 60; ++v) {
        for (VertexId step : {1u, 2u, 5u, 11u}) arcs.push_back({v, (v + step) % 60});
    }
    return graph_from_arcs(60, arcs);
}

} // namespace

TEST(PredictedTraversals, AreAsManyAsThereAre) {
    Graph const graph = generate_graph("gen:rmat:scale=9,degree=8,seed=1");
    Pattern const tailed = parse_pattern("0-1,1-2,2-0,2-3,3-4"); // a triangle with a tail of two edges
    std::vector<double> const traversals = predicted_traversals(tailed, true, {2, 3, 4, 0, 1}, graph);
    double edges = 0, paths = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            if (graph.degree(v) < 3 || graph.degree(u) < 2) continue;
            ++edges;
            for (VertexId const w : graph.neighbours(u)) paths += w != v && !graph.ref().adjacent(v, w) ? 1 : 0;
        }
    }
    ASSERT_EQ(traversals.size(), 4u);
    EXPECT_EQ(traversals[0], graph.vertex_count());
    EXPECT_NEAR(traversals[1], edges, 0.05 * edges);
    EXPECT_NEAR(traversals[2], paths, 0.1 * paths);
}

// Of the images of a match one is met, by restrictions.
TEST(PredictedTraversals, AreOfOneImageOfEach) {
    Graph const graph = generate_graph("gen:er:n=200,m=3000,seed=2");
    Pattern const pattern = parse_pattern("K5-e");
    double const triangles =
        static_cast<double>(count_matches(graph, {.pattern = parse_pattern("K3")}, on(DeviceKind::host)).count);
    EXPECT_NEAR(predicted_traversals(pattern, false, matching_order(pattern, false), graph)[2], triangles,
                0.1 * triangles);
}

TEST(PredictedTraversals, KnowOfArcsAndLabels) {
    Graph const graph = directed_graph();
    std::vector<double> const loops = predicted_traversals(parse_pattern("0>1,1>2,0>2"), false, {1, 0, 2}, graph);
    ASSERT_EQ(loops.size(), 2u);
    EXPECT_NEAR(loops[1], 240, 5); // each arc once
    std::vector<std::string> labels(60, "common");
    for (std::size_t v = 0; v < labels.size(); v += 20) labels[v] = "rare";
    Graph const labelled = with_labels(generate_graph("gen:complete:n=60"), labels);
    Pattern const pattern = parse_pattern("0:common,1:common,2:rare,0-1,1-2");
    EXPECT_NEAR(predicted_traversals(pattern, false, {2, 1, 0}, labelled)[1], 3 * 57, 60);
    EXPECT_EQ(matching_order(pattern, false, labelled), (std::vector{2, 1, 0}));
}

TEST(MatchingOrder, WalksToWhatIsRare) {
    Graph const graph = generate_graph("gen:ba:n=3000,m=3,seed=1"); // of few triangles and many paths
    Pattern const wheel = parse_pattern("0-1,1-2,2-3,3-0,0-4,1-4,2-4,3-4");
    std::vector<int> const order = matching_order(wheel, false, graph);
    EXPECT_EQ(order, matching_order(wheel, false, graph));
    EXPECT_LT(work_of(graph, wheel, false, order), 0.5 * work_of(graph, wheel, false, matching_order(wheel, false)));
    std::vector<int> sorted = order;
    std::ranges::sort(sorted);
    EXPECT_EQ(sorted, (std::vector{0, 1, 2, 3, 4}));
}

// Of each pattern no order that begins with an edge is far better.
TEST(MatchingOrder, IsAmongTheBest) {
    Graph const graph = generate_graph("gen:rmat:scale=9,degree=6,seed=3");
    for (char const* text : {"gem", "butterfly", "5-cycle", "house", "K5-e", "Dr[", "D@s"}) {
        Pattern const pattern = parse_pattern(text);
        for (bool const induced : {false, true}) {
            double const chosen = work_of(graph, pattern, induced, matching_order(pattern, induced, graph));
            EXPECT_LT(chosen, 1.5 * work_of(graph, pattern, induced, matching_order(pattern, induced))) << text;
        }
    }
}

TEST(MatchingOrder, IsThereForEveryGraphAndPattern) {
    Graph const none = graph_from_edges(3, {});
    EXPECT_EQ(matching_order(parse_pattern("house"), true, none).size(), 5u);
    EXPECT_TRUE(predicted_traversals(parse_pattern("gem"), false, {4, 2, 3, 0, 1}, none).empty());
    Graph const star = generate_graph("gen:star:n=2000");
    EXPECT_EQ(matching_order(parse_pattern("0-1,0-2,0-3,1-4,2-4,3-5,4-5,5-6"), true, star).size(), 7u);
    EXPECT_EQ(matching_order(parse_pattern("0-1,0~2,1~2"), false, star), (std::vector{0, 1}));
}

} // namespace cerrado::test
