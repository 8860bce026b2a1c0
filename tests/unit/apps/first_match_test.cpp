// The first matches: found by a search of their own, they are as many as there are, and matches by the verifier.
#include "support.hpp"

#include "isomorphism/verifier.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/store.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace cerrado::test {
namespace {

using Match = std::vector<OriginalId>;

// Where all mappings go, by original ids in the pattern's order without anti-vertices.
std::set<Match> mappings(Graph const& graph, MatchQuery const& query) {
    std::vector<VertexId> roots(graph.vertex_count());
    std::iota(roots.begin(), roots.end(), VertexId{0});
    std::set<Match> all;
    for_each_mapping_serially(
        graph, query.pattern, query.induced, roots, [] {},
        [&](std::span<VertexId const> mapping) {
            Match match;
            for (VertexId const v : mapping) match.push_back(graph.original_id(v));
            all.insert(match);
        });
    return all;
}

// Directed, with labels of vertices and arcs, and ids that do not ascend; or without some of it.
Graph random_graph(std::mt19937& random, bool directed, bool labelled) {
    VertexId const n = 5 + static_cast<VertexId>(random() % 5);
    std::vector<Edge> edges{{1, 0}, {2, 1}};
    std::vector<std::string> labels, of_edges{"x", "y"};
    std::vector<OriginalId> ids;
    unsigned const density = 15 + static_cast<unsigned>(random() % 60);
    for (VertexId v = 0; v < n; ++v) {
        ids.push_back(OriginalId{v} * 7919 % 1009);
        labels.emplace_back(v > 1 && random() % 8 == 0 ? "" : std::string(1, static_cast<char>('A' + v % 2)));
        for (VertexId u = 0; u < n; ++u) {
            if (u == v || (!directed && u > v) || v == u + 1 || random() % 100 >= density) continue;
            edges.push_back({v, u});
            of_edges.emplace_back(random() % 2 == 0 ? "x" : "y");
        }
    }
    Graph graph = directed ? graph_from_arcs(n, edges, ids) : graph_from_edges(n, edges, ids);
    return labelled ? with_edge_labels(with_labels(graph, labels), edges, of_edges) : graph;
}

// Connected, of 2 to 6 vertices, with edges that must not be there and at times an anti-vertex.
Pattern random_pattern(std::mt19937& random, bool directed, bool labelled) {
    auto const below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
    int const core = 2 + below(5);
    bool const has_anti = below(4) == 0;
    Pattern pattern(core + (has_anti ? 1 : 0));
    auto const join = [&](int u, int v) {
        if (directed && below(2) == 0) {
            if (labelled && below(4) == 0) return pattern.label_arc(u, v, below(2) == 0 ? "x" : "y");
            return pattern.require_arc(u, v);
        }
        if (labelled && below(4) == 0) return pattern.label_edge(u, v, below(2) == 0 ? "x" : "y");
        pattern.require_edge(u, v);
    };
    for (int v = 1; v < core; ++v) {
        int const joined = below(v);
        for (int u = 0; u < v; ++u) {
            int const kind = below(8);
            if (u == joined || kind < 3) {
                join(u, v);
            } else if (kind == 3) {
                pattern.forbid_edge(u, v);
            } else if (kind == 4 && directed) {
                pattern.forbid_arc(u, v);
            }
        }
        if (labelled && below(3) == 0) pattern.label(v, {below(2) == 0 ? "A" : "B"});
    }
    for (int v = 0; has_anti && v < core; ++v) {
        if (v == 0 || below(2) == 0) pattern.forbid_edge(v, core);
    }
    return pattern;
}

void expect_found_as_verified(Graph const& graph, MatchQuery const& query) {
    std::set<Match> const all = mappings(graph, query);
    FoundMatch const found = find_match(graph, query, on(DeviceKind::host));
    ASSERT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.exists, !all.empty());
    EXPECT_EQ(found.vertices.empty(), all.empty());
    EXPECT_TRUE(all.empty() || all.contains(found.vertices));
    RunResult const answer = bind_match_exists(query).run(graph, on(DeviceKind::host));
    EXPECT_EQ(answer.count == 1, !all.empty());
}

// All matches without a limit, each its least image.
std::vector<Match> listed(Graph const& graph, MatchQuery const& query, RunOptions options, Status expected) {
    std::vector<Match> matches;
    RunResult const result = list_matches(
        graph, query, [&](std::span<OriginalId const> ids) { matches.emplace_back(ids.begin(), ids.end()); }, options);
    EXPECT_EQ(result.status, expected);
    EXPECT_EQ(to_string(result.count), std::to_string(matches.size()));
    std::ranges::sort(matches);
    return matches;
}

void expect_so_many_listed(Graph const& graph, MatchQuery const& query) {
    RunOptions options = on(DeviceKind::host);
    std::vector<Match> const all = listed(graph, query, options, Status::complete);
    for (std::size_t const limit : {std::size_t{1}, all.size() / 2, all.size(), all.size() + 1}) {
        if (limit == 0) continue;
        options.of<Store>().limit = limit;
        auto const some = listed(graph, query, options, limit < all.size() ? Status::limit : Status::complete);
        EXPECT_EQ(some.size(), std::min(limit, all.size()));
        EXPECT_TRUE(std::ranges::includes(all, some)); // so no two are the same
        EXPECT_EQ(std::ranges::adjacent_find(some), some.end());
    }
}

Pattern cycle(int vertices) {
    Pattern pattern(vertices);
    for (int v = 0; v < vertices; ++v) pattern.require_edge(v, (v + 1) % vertices);
    return pattern;
}

Pattern star(int leaves) {
    Pattern pattern(leaves + 1);
    for (int v = 1; v <= leaves; ++v) pattern.require_edge(0, v);
    return pattern;
}

} // namespace

TEST(FirstMatch, IsThereWhereTheVerifierFindsOne) {
    std::mt19937 random(1);
    for (int trial = 0; trial < 1500; ++trial) {
        bool const directed = random() % 2 == 0, labelled = random() % 2 == 0;
        Graph const graph = random_graph(random, directed, labelled);
        MatchQuery const query{.pattern = random_pattern(random, directed, labelled), .induced = random() % 2 == 0};
        SCOPED_TRACE(trial);
        expect_found_as_verified(graph, query);
    }
}

TEST(FirstMatch, SoManyDifferentOnesAreListed) {
    std::mt19937 random(2);
    for (int trial = 0; trial < 400; ++trial) {
        bool const directed = random() % 2 == 0, labelled = random() % 2 == 0;
        Graph const graph = random_graph(random, directed, labelled);
        MatchQuery const query{.pattern = random_pattern(random, directed, labelled), .induced = random() % 2 == 0};
        SCOPED_TRACE(trial);
        expect_so_many_listed(graph, query);
    }
}

TEST(FirstMatch, AListAsFoundHasImagesInItsOrder) {
    Graph const graph = generate_graph("gen:er:n=30,m=90,seed=3");
    MatchQuery query{.pattern = parse_pattern("0-1,1-2,2-3,3-0,3-4"), .order = {3, 0, 2, 1, 4}};
    std::set<Match> const all = mappings(graph, query);
    query.as_found = true;
    RunOptions options = on(DeviceKind::host);
    options.of<Store>().limit = 5;
    for (Match const& found : listed(graph, query, options, Status::limit)) {
        Match match(found.size());
        for (std::size_t i = 0; i < found.size(); ++i) match[static_cast<std::size_t>(query.order[i])] = found[i];
        EXPECT_TRUE(all.contains(match));
    }
}

// A count of these would not end.
TEST(FirstMatch, OfVeryManyIsFoundAtOnce) {
    Graph const complete = generate_graph("gen:complete:n=30");
    for (int const k : {5, 12, 16}) EXPECT_EQ(find_match(complete, {.pattern = cycle(k)}).exists, true) << k;
    EXPECT_EQ(find_match(complete, {.pattern = cycle(12), .induced = true}).exists, false);
    Graph const bipartite = generate_graph("gen:bipartite:a=40,b=40");
    EXPECT_EQ(find_match(bipartite, {.pattern = cycle(16)}).exists, true);
}

// Counts of these exceed 128 bits.
TEST(FirstMatch, IsNotRefusedForWhatACountMightBe) {
    Graph const graph = generate_graph("gen:star:n=1000001");
    EXPECT_EQ(bind_match_exists({.pattern = star(20)}).run(graph, on(DeviceKind::host)).count, 1);
    EXPECT_EQ(find_match(graph, {.pattern = star(31)}).vertices.size(), 32);
    EXPECT_EQ(find_match(generate_graph("gen:star:n=31"), {.pattern = star(31)}).exists, false);
}

TEST(FirstMatch, VerticesWithoutTiesTakeDifferentOnes) {
    // Two hubs that are joined and share all of their other neighbours: 20 leaves take 20 of these, and not 21.
    std::vector<Edge> edges{{0, 1}};
    for (VertexId v = 2; v < 22; ++v) edges.insert(edges.end(), {{0, v}, {1, v}});
    Graph const graph = graph_from_edges(22, edges);
    for (int const leaves : {20, 21}) {
        Pattern pattern(2 + leaves);
        pattern.require_edge(0, 1);
        for (int v = 2; v < 2 + leaves; ++v) pattern.require_edge(v % 2, v);
        EXPECT_EQ(find_match(graph, {.pattern = pattern}).exists, leaves == 20);
    }
}

TEST(FirstMatch, WhatIsNotKnownIsNotDenied) {
    Graph const graph = generate_graph("gen:er:n=2000,m=100000,seed=1");
    RunOptions options = on(DeviceKind::host);
    std::atomic<bool> const interrupt = true;
    options.interrupt = &interrupt;
    MatchQuery const query{.pattern = cycle(14), .induced = true};
    FoundMatch const found = find_match(graph, query, options);
    EXPECT_EQ(found.status, Status::interrupted);
    EXPECT_EQ(found.exists, std::nullopt);
    EXPECT_EQ(bind_match_exists(query).run(graph, options).status, Status::interrupted);
}

TEST(FirstMatch, OnAResidentGraphIsTheSame) {
    Graph const graph = generate_graph("gen:er:n=60,m=200,seed=4");
    Resident const resident(graph, on(DeviceKind::host));
    for (char const* text : {"house", "K4", "K6", "0-1,1-2,2-3,3-0,0~2,1~3"}) {
        MatchQuery const query{.pattern = parse_pattern(text)};
        EXPECT_EQ(find_match(resident, query).exists, find_match(graph, query).exists) << text;
    }
}

TEST(FirstMatch, WalksWhereWorkIsMovedOrChecked) {
    Graph const graph = generate_graph("gen:er:n=20,m=50,seed=5");
    for (char const* text : {"house", "K6"}) {
        MatchQuery const query{.pattern = parse_pattern(text)};
        FoundMatch const found = find_match(graph, query, on(DeviceKind::lockstep));
        EXPECT_EQ(found.exists, !mappings(graph, query).empty()) << text;
        EXPECT_EQ(found.device.kind, "lockstep");
        RunOptions of_some = on(DeviceKind::host);
        of_some.roots.emplace();
        EXPECT_EQ(find_match(graph, query, of_some).exists, false);
    }
}

TEST(FirstMatch, RefusesWhatTheGraphDoesNotHave) {
    Graph const graph = generate_graph("gen:complete:n=5");
    for (char const* text : {"0>1", "0:A,0-1", "0-1/x"}) {
        EXPECT_FALSE(refusal_of([&] { find_match(graph, {.pattern = parse_pattern(text)}); }).empty()) << text;
        EXPECT_FALSE(refusal_of([&] { bind_match_exists({.pattern = parse_pattern(text)}).run(graph, {}); }).empty())
            << text;
    }
}

} // namespace cerrado::test
