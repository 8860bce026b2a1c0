#include "isomorphism/verifier.hpp"
#include "unit/apps/support.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/output/store_input.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace cerrado::test {

// Matches one by one: lists and counts per vertex and orbit, on every device, against the verifier's mappings.

namespace {

using Match = std::vector<OriginalId>;
using Matches = std::vector<Match>;

constexpr char const* kinds[] = {"edge",        "3-path",
                                 "triangle",    "claw",
                                 "4-cycle",     "diamond",
                                 "house",       "bull",
                                 "0-1,1-2,2-3", "0-1,1-2,2-3,3-0,0~2",
                                 "0-1,0~2,1~2", "0-1,1-2,0-2,0~3,1~3,2~3",
                                 "2-3,3-0,0~1"};

std::vector<VertexId> all_vertices(Graph const& graph) {
    std::vector<VertexId> all(graph.vertex_count());
    std::iota(all.begin(), all.end(), VertexId{0});
    return all;
}

// Of each class of mappings the least, sorted.
Matches expected_matches(Graph const& graph, Pattern const& pattern, bool induced) {
    std::vector<int> vertices;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) vertices.push_back(v);
    }
    auto const place = [&](int v) { return std::ranges::find(vertices, v) - vertices.begin(); };
    std::vector<std::vector<int>> const symmetries = automorphisms_serially(pattern, induced);
    Matches expected;
    for_each_mapping_serially(
        graph, pattern, induced, all_vertices(graph), [] {},
        [&](std::span<VertexId const> mapping) {
            Match least;
            for (std::vector<int> const& to : symmetries) {
                Match image;
                for (int const v : vertices) {
                    image.push_back(
                        graph.original_id(mapping[static_cast<std::size_t>(place(to[static_cast<std::size_t>(v)]))]));
                }
                if (least.empty() || image < least) least = image;
            }
            expected.push_back(least);
        });
    std::ranges::sort(expected);
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    return expected;
}

template <class AnyGraph> Matches listed(AnyGraph const& graph, MatchQuery const& query, RunOptions options) {
    Matches matches;
    auto const size = static_cast<std::size_t>(std::popcount(query.pattern.core()));
    options.of<Store>().batch_sink = [&](std::span<OriginalId const> ids) {
        for (; !ids.empty(); ids = ids.subspan(size)) matches.emplace_back(ids.begin(), ids.begin() + size);
    };
    RunResult const result = list_matches(graph, query, options);
    EXPECT_EQ(to_string(result.count), std::to_string(matches.size()));
    std::ranges::sort(matches);
    return matches;
}

LocalCounts expected_local(Graph const& graph, Pattern const& pattern, bool induced) {
    LocalCounts local = count_local_ascending_serially(
        graph, pattern, induced, automorphisms(pattern.meaning(induced)).orbits, all_vertices(graph), [] {});
    WideCount const symmetries =
        count_automorphisms_serially(pattern, induced) / count_exchanges_serially(pattern, induced);
    for (VertexCount& row : local.vertices) row.count /= symmetries;
    for (WideCount& count : local.by_orbit) count /= symmetries;
    return local;
}

void expect_as_verified(Graph const& graph, Pattern const& pattern, bool induced, RunOptions const& options) {
    MatchQuery const query{.pattern = pattern, .induced = induced};
    EXPECT_EQ(listed(graph, query, options), expected_matches(graph, pattern, induced));
    RunResult const result = count_local_matches(graph, query, options);
    EXPECT_EQ(result.of<PerOrbit>(), expected_local(graph, pattern, induced));
    EXPECT_EQ(to_string(result.count), to_string(count_matches(graph, query, options).count));
}

Graph with_gaps(Graph const& graph) { // ids that are neither numbers of vertices nor in their order
    std::vector<Edge> edges;
    std::vector<OriginalId> ids;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        ids.push_back(OriginalId{v} * 7919 % 1009);
        for (VertexId const u : graph.neighbours(v)) {
            if (u > v) edges.push_back({v, u});
        }
    }
    return graph_from_edges(graph.vertex_count(), edges, ids);
}

} // namespace

TEST(EachMatchInLockstep, IsThatOfTheVerifier) {
    Graph const graph = with_gaps(generate_graph("gen:er:n=12,m=26,seed=6"));
    for (char const* text : {"edge", "4-cycle", "house", "0-1,0~2,1~2"}) {
        SCOPED_TRACE(text);
        expect_as_verified(graph, parse_pattern(text), false, on(DeviceKind::lockstep));
    }
}

class EachMatch : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(EachMatch);

TEST_P(EachMatch, IsThatOfTheVerifier) {
    for (char const* source : {"gen:er:n=20,m=60,seed=3", "gen:ba:n=24,m=3,seed=1", "gen:complete:n=7"}) {
        Graph const graph = with_gaps(generate_graph(source));
        for (char const* text : kinds) {
            for (bool const induced : {false, true}) {
                SCOPED_TRACE(testing::Message() << text << (induced ? ", induced, of " : " of ") << source);
                expect_as_verified(graph, parse_pattern(text), induced, options());
            }
        }
    }
}

TEST_P(EachMatch, KnowsArcsAndLabels) {
    std::mt19937 random(5);
    constexpr VertexId vertices = 22;
    std::vector<Edge> arcs;
    std::vector<std::string> labels;
    for (int i = 0; i < 90; ++i) arcs.push_back({VertexId(random() % vertices), VertexId(random() % vertices)});
    for (VertexId v = 0; v < vertices; ++v) labels.emplace_back(v % 3 == 0 ? "A" : "B");
    Graph const graph = with_labels(graph_from_arcs(vertices, arcs), labels);
    for (char const* text : {"FFL", "0>1,1>2,2>0", "0>1", "0-1,1-2,0:A", "0:A,1:B,0>1,1-2,0~>2", "0<>1,1>2"}) {
        for (bool const induced : {false, true}) {
            SCOPED_TRACE(testing::Message() << text << (induced ? ", induced" : ""));
            expect_as_verified(graph, parse_pattern(text), induced, options());
        }
    }
}

TEST_P(EachMatch, IsOfAnyOrderAndAnySink) {
    Graph const graph = generate_graph("gen:er:n=20,m=60,seed=4");
    Pattern const house = parse_pattern("0-1,1-2,2-3,3-0,0-4,1-4");
    Matches const expected = expected_matches(graph, house, false);
    for (std::vector<int> const& order : {std::vector<int>{0, 1, 2, 3, 4}, {4, 1, 0, 2, 3}, {2, 3, 0, 1, 4}}) {
        MatchQuery const query{.pattern = house, .order = order};
        EXPECT_EQ(listed(graph, query, options()), expected);
        EXPECT_EQ(listed(Resident(graph, options()), query, options()), expected);
    }
    Matches one_by_one, narrow;
    list_matches(
        graph, {.pattern = house},
        [&](std::span<OriginalId const> ids) { one_by_one.emplace_back(ids.begin(), ids.end()); }, options());
    RunOptions own = options();
    own.of<Store>().narrow_sink = [&](std::span<std::uint32_t const> ids) {
        for (; !ids.empty(); ids = ids.subspan(5)) narrow.emplace_back(ids.begin(), ids.begin() + 5);
    };
    list_matches(graph, {.pattern = house}, own);
    std::ranges::sort(one_by_one);
    std::ranges::sort(narrow);
    EXPECT_EQ(one_by_one, expected);
    EXPECT_EQ(narrow, expected);
}

TEST_P(EachMatch, IsAnyImageInTheOrderGivenWhereItIsListedAsFound) {
    Graph const graph = generate_graph("gen:er:n=20,m=60,seed=4");
    Pattern const pattern = parse_pattern("0-1,1-2,2-3,3-0");
    std::vector<int> const order{2, 1, 0, 3};
    Matches found = listed(graph, {.pattern = pattern, .order = order, .as_found = true}, options());
    for (Match& match : found) {
        Match least;
        for (std::vector<int> const& to : automorphisms_serially(pattern)) {
            Match image(4);
            for (std::size_t i = 0; i < 4; ++i) {
                image[static_cast<std::size_t>(to[static_cast<std::size_t>(order[i])])] = match[i];
            }
            if (least.empty() || image < least) least = image;
        }
        match = least;
    }
    std::ranges::sort(found);
    EXPECT_EQ(found, expected_matches(graph, pattern, false));
}

// An edge that must not be there says nothing of an induced match. Stars of 3 leaves and of 2 in a star of 5 leaves, and
// paths in a cycle.
TEST_P(EachMatch, IsOneWhereThePatternSaysWhatInducedMatchesSay) {
    Graph const star = generate_graph("gen:star:n=6");
    for (auto const& [text, sets] : {std::pair{"0-1,0-2,0-3,1~2", 10u}, std::pair{"0-1,0-2,1~2", 10u}}) {
        MatchQuery const query{.pattern = parse_pattern(text), .induced = true};
        MatchResult const counted = count_matches(star, query, options());
        EXPECT_EQ(to_string(counted.count), std::to_string(sets)) << text;
        EXPECT_EQ(*counted.mappings, counted.count * count_automorphisms_serially(query.pattern, true)) << text;
        expect_as_verified(star, query.pattern, true, options());
    }
    Graph const graph = generate_graph("gen:er:n=12,m=30,seed=9");
    for (char const* text : {"0-1,1-2,2-3,0~2", "0-1,1-2,2-3,3-0,0~2", "0-1,0-2,1-2,3~0,4~0,4~1"}) {
        for (bool const induced : {false, true}) expect_as_verified(graph, parse_pattern(text), induced, options());
    }
}

// By roles, or by the cliques of each vertex.
TEST_P(EachMatch, CountedByAFormulaIsThatOfTheVerifier) {
    Graph const graph = with_gaps(generate_graph("gen:er:n=10,m=27,seed=4"));
    for (int k = 3; k <= 5; ++k) {
        for (PatternInfo const& info : describe_all(TransitionTable::load(k))) {
            for (bool const induced : {false, true}) {
                MatchQuery const query{
                    .pattern = parse_pattern(info.graph6), .induced = induced, .algorithm = Algorithm::formula};
                RunResult const result = count_local_matches(graph, query, options());
                EXPECT_EQ(result.chosen.form, "formula");
                EXPECT_EQ(result.roots.done, result.roots.given);
                EXPECT_EQ(result.of<PerOrbit>(), expected_local(graph, query.pattern, induced)) << info.name << induced;
                EXPECT_EQ(to_string(result.count), to_string(count_matches(graph, query, options()).count))
                    << info.name;
            }
        }
    }
}

// A walk of an order, of some roots or in a checkpoint, and of a pattern that forbids one of two edges.
TEST_P(EachMatch, IsWalkedToWhereAFormulaDoesNotServe) {
    Graph const graph = generate_graph("gen:er:n=10,m=27,seed=4");
    RunOptions of_roots = options();
    of_roots.roots = std::vector<VertexId>{0, 1, 2};
    Pattern const house = parse_pattern("0-1,1-2,2-3,3-0,0-4,1-4");
    EXPECT_NE(count_local_matches(graph, {.pattern = house}, of_roots).chosen.form, "formula");
    EXPECT_NE(count_local_matches(graph, {.pattern = house, .order = {0, 1, 2, 3, 4}}, options()).chosen.form,
              "formula");
    EXPECT_NE(count_local_matches(graph, {.pattern = parse_pattern("0-1,1-2,2-3,0~2")}, options()).chosen.form,
              "formula");
}

TEST_P(EachMatch, EndsAtALimit) {
    Graph const graph = generate_graph("gen:complete:n=30");
    RunOptions own = options();
    own.of<Store>().limit = 7;
    Matches few;
    own.of<Store>().sink = [&](std::span<OriginalId const> ids) { few.emplace_back(ids.begin(), ids.end()); };
    RunResult const result = list_matches(graph, {.pattern = parse_pattern("house")}, own);
    EXPECT_EQ(result.status, Status::limit);
    EXPECT_EQ(few.size(), 7u);
}

TEST_P(EachMatch, IsCountedOnceWhereWorkIsMoved) {
    Graph const graph = generate_graph("gen:rmat:scale=7,degree=6,seed=1");
    MatchQuery const query{.pattern = parse_pattern("house")};
    LocalCounts const expected = count_local_matches(graph, query, on(DeviceKind::host)).of<PerOrbit>();
    Matches const all = listed(graph, query, on(DeviceKind::host));
    EXPECT_EQ(to_string(count_matches(graph, query, options()).count), std::to_string(all.size()));
    for (auto const mechanism : {BalanceMechanism::stop, BalanceMechanism::share}) {
        RunOptions own = options();
        own.threads = 3;
        own.balance.mechanism = mechanism;
        EXPECT_EQ(count_local_matches(graph, query, own).of<PerOrbit>(), expected);
        EXPECT_EQ(listed(graph, query, own), all);
    }
}

TEST_P(EachMatch, GoesOnFromACheckpoint) {
    Graph const graph = generate_graph("gen:ba:n=300,m=8,seed=3");
    MatchQuery const query{.pattern = parse_pattern("house")};
    LocalCounts const expected = count_local_matches(graph, query, on(DeviceKind::host)).of<PerOrbit>();
    ScopedFolder const folder;
    RunOptions own = options();
    own.checkpoint.file = folder.path("each_match.checkpoint");
    RunResult result;
    for (int part = 0; part == 0 || result.status != Status::complete; ++part) {
        own.deadline_seconds = 0.01 * (1 + part);
        result = count_local_matches(graph, query, own);
        own.checkpoint.resume = true;
    }
    EXPECT_EQ(result.of<PerOrbit>(), expected);
}

TEST(EachMatchOnTheHost, IsRefusedWhereItCannotBe) {
    Graph const graph = generate_graph("gen:complete:n=5");
    RunOptions own = on(DeviceKind::host);
    MatchQuery query{.pattern = parse_pattern("6-path"), .algorithm = Algorithm::formula};
    expect_refusal("take the algorithm walk", [&] { count_local_matches(graph, query, own); });
    query.pattern = parse_pattern("house");
    query.algorithm = Algorithm::fast;
    expect_refusal("sink", [&] { list_matches(graph, query, own); });
    query.as_found = true;
    own.of<Store>().batch_sink = [](std::span<OriginalId const>) {};
    expect_refusal("MatchQuery::order", [&] { list_matches(graph, query, own); });
    query.as_found = false;
    own.of<Store>().batch_sink = {};
    own.of<Store>().device_sink = [](DeviceBatch const&) {};
    expect_refusal("MatchQuery::order", [&] { list_matches(graph, query, own); });
}

TEST(StabiliserChain, MakesAllAutomorphisms) {
    for (char const* text : kinds) {
        Pattern const pattern = parse_pattern(text);
        std::uint64_t products = 1;
        for (std::vector<Permutation> const& link : stabiliser_chain(pattern)) {
            products *= link.size() + 1;
            for (Permutation const& to : link) {
                EXPECT_EQ(std::ranges::count(automorphisms_serially(pattern), to), 1) << text;
            }
        }
        EXPECT_EQ(products, automorphisms(pattern).count) << text;
    }
}

// Where a leaf goes says nothing of the others, until it is known where its hub does.
TEST(StabiliserChain, IsFoundAtOnceWhereLeavesComeBeforeTheirHubs) {
    Pattern const pattern =
        parse_pattern("0-12,1-12,2-12,3-13,4-13,5-13,6-14,7-14,8-14,9-15,10-15,11-15,12-13,13-14,14-15");
    std::uint64_t products = 1;
    for (std::vector<Permutation> const& link : stabiliser_chain(pattern)) products *= link.size() + 1;
    EXPECT_EQ(products, 2u * 6 * 6 * 6 * 6);
}

// The first matches: found by a search of their own, they are as many as there are, and matches by the verifier.

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

// A walk finds at most 16 vertices one by one.
TEST(FirstMatch, OfMoreVerticesThanAWalkFinds) {
    Graph const grid = generate_graph("gen:grid:rows=12,columns=12");
    RunOptions options = on(DeviceKind::host);
    EXPECT_EQ(bind_match_exists({.pattern = cycle(20)}).run(grid, options).count, 1);
    EXPECT_EQ(bind_match_exists({.pattern = cycle(20)}).run(generate_graph("gen:path:n=300"), options).count, 0);
    options.of<Store>().limit = 3;
    std::vector<Match> const some = listed(grid, {.pattern = cycle(20)}, options, Status::limit);
    EXPECT_EQ(std::set(some.begin(), some.end()).size(), 3U);
    for (Match const& match : some) {
        EXPECT_EQ(std::set(match.begin(), match.end()).size(), 20U);
        for (std::size_t i = 0; i < match.size(); ++i) {
            auto const [low, high] = std::minmax(match[i], match[(i + 1) % match.size()]);
            EXPECT_TRUE(high - low == 1 || high - low == 12) << low << ' ' << high;
        }
    }
    options.of<Store>().limit.reset();
    expect_refusal("it can find 16", [&] { listed(grid, {.pattern = cycle(20)}, options, Status::complete); });
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
