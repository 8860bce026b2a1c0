#include "motif/verifier.hpp"
#include "unit/apps/support.hpp"
#include "unit/random_arcs.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/apps/compression.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/store.hpp>

#include <compression/verifier.hpp>
#include <motif/verifier.hpp>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

namespace cerrado::test {

// count_motifs: counts with the pattern that each is of, and the tables that it finds by itself.

namespace {

// An empty cache for tables, for as long as it lives.
class EmptyCache {
public:
    EmptyCache() { ::setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1); }
    ~EmptyCache() { ::unsetenv("XDG_CACHE_HOME"); }
    EmptyCache(EmptyCache const&) = delete;
    EmptyCache& operator=(EmptyCache const&) = delete;
    bool is_empty() const { return std::filesystem::is_empty(folder_.path()); }

private:
    ScopedFolder folder_;
};

std::map<std::string, WideCount> by_graph6(MotifResult const& result) {
    std::map<std::string, WideCount> counts;
    for (MotifCount const& motif : result.motifs) {
        if (motif.count != 0) counts[motif.pattern.graph6] = motif.count;
    }
    return counts;
}

} // namespace

class CountMotifsOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(CountMotifsOn);

TEST_P(CountMotifsOn, ListsHaveEachConnectedSetOnce) {
    Graph const graph = generate_graph("gen:er:n=40,m=100,seed=6");
    for (int const k : {3, 4, 5}) {
        std::set<std::vector<OriginalId>> listed;
        RunResult const result = list_motifs(
            graph, {.k = k},
            [&](std::span<OriginalId const> ids) {
                std::vector<OriginalId> set(ids.begin(), ids.end());
                std::ranges::sort(set);
                EXPECT_TRUE(listed.insert(set).second) << "a set came twice";
            },
            options());
        WideCount sum = 0;
        for (MotifCount const& motif : count_motifs(graph, {.k = k}, options()).motifs) sum += motif.count;
        EXPECT_EQ(to_string(result.count), to_string(sum));
        EXPECT_EQ(to_string(sum), std::to_string(listed.size()));
    }
    expect_refusal("3 to 9", [&] {
        list_motifs(
            graph, {.k = 2}, [](auto) {}, options());
    });
    expect_refusal("fast", [&] {
        list_motifs(
            graph, {.k = 4, .algorithm = Algorithm::formula}, [](auto) {}, options());
    });
    expect_refusal("one pattern", [&] {
        list_motifs(
            graph, {.k = 4, .through = {1}}, [](auto) {}, options());
    });
}

TEST_P(CountMotifsOn, RandomGraphsIsAsTheSerialVerifierSays) {
    EmptyCache const cache;
    Graph const graph = generate_graph("gen:er:n=30,m=80,seed=1");
    std::vector<VertexId> all;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) all.push_back(v);
    for (Algorithm const algorithm : {Algorithm::automatic, Algorithm::fast, Algorithm::paper, Algorithm::formula}) {
        for (int k = 3; k <= 5; ++k) {
            MotifResult const result = count_motifs(graph, {.k = k, .algorithm = algorithm}, options());
            EXPECT_EQ(by_graph6(result), motif::count_motifs(graph, k, all)) << name_of(algorithm) << ", k " << k;
            EXPECT_EQ(result.status, Status::complete);
        }
    }
}

TEST(CountMotifs, HaveTheNameOfEveryPatternThatThereIs) {
    EmptyCache const cache;
    MotifResult const result = count_motifs(generate_graph("gen:complete:n=6"), {.k = 4});
    ASSERT_EQ(result.motifs.size(), 6u);
    std::map<std::string, std::string> counts;
    for (MotifCount const& motif : result.motifs) counts[motif.pattern.name] = to_string(motif.count);
    EXPECT_EQ(counts.at("4-clique"), "15");
    EXPECT_EQ(counts.at("4-path"), "0");
    EXPECT_EQ(to_string(result.count), "15");
}

TEST(CountMotifs, LoadTablesWhereNoneAreGiven) {
    Graph const graph = generate_graph("gen:cycle:n=8");
    EmptyCache const cache;
    TransitionTable const tables = TransitionTable::build(4);
    EXPECT_EQ(to_string(count_motifs(graph, {.k = 4, .tables = &tables}).count), "8");
    EXPECT_TRUE(cache.is_empty()) << "tables were loaded beside those given";
    EXPECT_EQ(to_string(count_motifs(graph, {.k = 4}).count), "8");
    EXPECT_FALSE(cache.is_empty());
}

// A formula has no roots, and shares its work in its own way.
TEST_P(CountMotifsOn, AreByFormulaUnlessTheOptionsForbidIt) {
    Graph const graph = generate_graph("gen:ba:n=60,m=3,seed=1");
    EXPECT_EQ(count_motifs(graph, {.k = 4}, options()).chosen.form, "formula");
    EXPECT_EQ(count_motifs(graph, {.k = 5, .edge_induced = true}, options()).chosen.form, "formula");
    MotifQuery const by_enumeration{.k = 4, .algorithm = Algorithm::fast};
    EXPECT_NE(count_motifs(graph, by_enumeration, options()).chosen.form, "formula");
    EXPECT_EQ(count_motifs(graph, {.k = 3}, options()).chosen.form, "formula");
    EXPECT_NE(count_motifs(graph, {.k = 6}, options()).chosen.form, "formula");
    RunOptions of_roots = options(), shared = options(), in_pieces = options();
    of_roots.roots = std::vector<VertexId>{3, 9};
    shared.balance.mechanism = BalanceMechanism::share;
    in_pieces.balance.pieces = 8;
    for (RunOptions const& own : {of_roots, shared, in_pieces}) {
        MotifResult const enumerated = count_motifs(graph, {.k = 4}, own);
        EXPECT_NE(enumerated.chosen.form, "formula");
        EXPECT_EQ(enumerated.of<ByPattern>(), count_motifs(graph, by_enumeration, own).of<ByPattern>());
    }
}

// A hub has so many leaves that no walk ends. Formulas by parts know nothing of leaves.
TEST_P(CountMotifsOn, CountLeavesOfHubsApart) {
    RunOptions soon = options();
    soon.deadline_seconds = 60;
    MotifResult const star = count_motifs(generate_graph("gen:star:n=200001"), {.k = 6}, soon);
    EXPECT_EQ(star.status, Status::complete);
    EXPECT_EQ(to_string(star.count), "2666533335666650000040000");
    EXPECT_EQ(to_string(count_motifs(generate_graph("gen:star:n=200001"), {.k = 7}, soon).count),
              "88882222411108611126333300000");

    EXPECT_EQ(to_string(count_motifs(generate_graph("gen:star:n=2000001"), {.k = 7}, soon).count),
              "88888222224111108611112633333000000");

    Graph const core = generate_graph("gen:er:n=20,m=40,seed=5");
    std::vector<Edge> edges;
    for (VertexId v = 0; v < core.vertex_count(); ++v) {
        for (VertexId const u : core.neighbours(v)) {
            if (u < v) edges.push_back({u, v});
        }
    }
    VertexId vertices = core.vertex_count();
    for (VertexId const hub : {3, 7}) {
        for (VertexId const end = vertices + 400; vertices < end;) edges.push_back({hub, vertices++});
        Graph const graph = graph_from_edges(vertices, edges);
        MotifResult const apart = count_motifs(graph, {.k = 6}, soon);
        EXPECT_EQ(apart.status, Status::complete);
        EXPECT_EQ(apart.of<ByPattern>(),
                  count_motifs(graph, {.k = 6, .algorithm = Algorithm::formula}, soon).of<ByPattern>());
    }
}

TEST(CountMotifs, RefuseWhatTheyCannotCount) {
    Graph const graph = generate_graph("gen:cycle:n=8");
    TransitionTable const tables = TransitionTable::build(3);
    expect_refusal("algorithm pivot does not count motifs",
                   [&] { count_motifs(graph, {.k = 4, .algorithm = Algorithm::pivot}); });
    expect_refusal("tables are for k = 3", [&] { count_motifs(graph, {.k = 4, .tables = &tables}); });
    for (int const k : {0, 2, 10}) expect_refusal("3", [&] { count_motifs(graph, {.k = k}); });
}

// Two ways that share nothing but the graph: motifs and C(P, Q), or a walk to each match.
TEST_P(CountMotifsOn, OfAllSubgraphsAreTheMatches) {
    for (char const* source : {"gen:er:n=24,m=60,seed=3", "gen:ba:n=30,m=3,seed=1"}) {
        Resident const graph(generate_graph(source), options());
        for (int k = 3; k <= 6; ++k) {
            for (bool const induced : {false, true}) {
                MotifResult const all = count_motifs(graph, {.k = k, .edge_induced = !induced}, options());
                WideCount sum = 0;
                for (MotifCount const& motif : all.motifs) {
                    Pattern const pattern = parse_pattern(motif.pattern.graph6);
                    MatchQuery const query{.pattern = pattern, .induced = induced, .algorithm = Algorithm::walk};
                    EXPECT_EQ(to_string(motif.count), to_string(count_matches(graph, query, options()).count))
                        << source << ", " << motif.pattern.graph6 << (induced ? " induced" : "");
                    sum += motif.count;
                }
                EXPECT_EQ(to_string(all.count), to_string(sum));
            }
        }
    }
}

// count_motifs by directed pattern: on every device against the serial verifier, and against counts without directions.

namespace {

Graph directed_graph(VertexId vertices, int arcs, unsigned seed) {
    return graph_from_arcs(vertices, random_arcs(vertices, arcs, seed));
}

// Those of six vertices take seconds to build: they are kept.
TransitionTable const& directed_tables(int k) {
    static std::map<int, TransitionTable> tables;
    auto const place = tables.find(k);
    if (place != tables.end()) return place->second;
    return tables.emplace(k, TransitionTable::load(k, PatternKind::directed)).first->second;
}

using ByText = std::map<std::string, WideCount>;

MotifResult census(Graph const& graph, int k, RunOptions const& options) {
    return count_motifs(graph, {.k = k, .directed = true, .tables = &directed_tables(k)}, options);
}

ByText texts(MotifResult const& result) {
    ByText counts;
    for (MotifCount const& motif : result.motifs) {
        if (motif.count != 0) counts[motif.pattern.graph6] = motif.count;
    }
    return counts;
}

} // namespace

class DirectedMotifs : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(DirectedMotifs);

TEST_P(DirectedMotifs, AreThoseOfTheVerifier) {
    for (Graph const& graph : {directed_graph(40, 60, 1), directed_graph(24, 90, 2), directed_graph(11, 80, 3)}) {
        for (int k = 3; k <= 5; ++k) {
            MotifResult const result = census(graph, k, options());
            EXPECT_EQ(texts(result), motif::count_directed_motifs(graph, k)) << "k " << k;
            EXPECT_EQ(result.status, Status::complete);
        }
    }
}

TEST_P(DirectedMotifs, OfSixVerticesAreThoseOfTheVerifier) {
    for (Graph const& graph : {directed_graph(30, 45, 4), directed_graph(12, 40, 5)}) {
        EXPECT_EQ(texts(census(graph, 6, options())), motif::count_directed_motifs(graph, 6));
    }
}

TEST(DirectedMotifsInLockstep, AreThoseOfTheVerifier) {
    // The extensions of the last have more masks than a warp's counters have rows.
    for (Graph const& graph : {directed_graph(14, 22, 6), directed_graph(8, 30, 7), directed_graph(14, 150, 11)}) {
        for (int k = 3; k <= 5; ++k) {
            EXPECT_EQ(texts(census(graph, k, on(DeviceKind::lockstep))), motif::count_directed_motifs(graph, k));
        }
    }
}

// Those whose edges are the same, whatever their directions, add up to the pattern without directions.
TEST_P(DirectedMotifs, AddUpToThoseWithoutDirections) {
    Graph const graph = directed_graph(300, 2500, 8);
    for (int k = 3; k <= 4; ++k) {
        std::map<std::uint64_t, WideCount> sums, expected;
        MotifResult const directed = census(graph, k, options());
        for (std::size_t i = 0; i < directed.motifs.size(); ++i) {
            std::uint64_t const arcs = directed_tables(k).representatives(k)[i];
            sums[canonical_form(k, without_directions(k, arcs)).adjacency] += directed.motifs[i].count;
        }
        TransitionTable const tables = TransitionTable::build(k);
        MotifResult const plain = count_motifs(graph, {.k = k, .tables = &tables}, options());
        for (std::size_t i = 0; i < plain.motifs.size(); ++i) {
            expected[tables.representatives(k)[i]] = plain.motifs[i].count;
        }
        for (auto const& [pattern, count] : expected) EXPECT_EQ(to_string(sums[pattern]), to_string(count));
        EXPECT_EQ(to_string(directed.count), to_string(plain.count));
    }
}

TEST_P(DirectedMotifs, AreTheInducedMatches) {
    Resident const graph(directed_graph(80, 500, 9), options());
    MotifResult const result =
        count_motifs(graph, {.k = 4, .directed = true, .tables = &directed_tables(4)}, options());
    for (std::size_t i = 0; i < result.motifs.size(); i += 7) {
        MatchQuery const query{.pattern = parse_pattern(result.motifs[i].pattern.graph6), .induced = true};
        EXPECT_EQ(to_string(result.motifs[i].count), to_string(count_matches(graph, query, options()).count))
            << result.motifs[i].pattern.graph6;
    }
}

TEST_P(DirectedMotifs, AreTheSameWhenWorkIsMoved) {
    Graph const graph = directed_graph(400, 4000, 10);
    ByText const expected = texts(census(graph, 4, on(DeviceKind::host)));
    EXPECT_GT(expected.size(), 100u);
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        RunOptions own = options();
        own.threads = own.device == DeviceKind::host ? 3 : own.threads;
        own.balance.mechanism = mechanism;
        EXPECT_EQ(texts(census(graph, 4, own)), expected);
    }
    RunOptions own = options();
    own.balance.pieces = most_pieces;
    EXPECT_EQ(texts(census(graph, 4, own)), expected);
    for (int const width : bound_warp_widths()) {
        if (own.device != DeviceKind::cuda) break;
        own.warp_width = width;
        EXPECT_EQ(texts(census(graph, 4, own)), expected) << "width " << width;
    }
}

TEST(DirectedMotifsRefuse, WhatTheyCannotCount) {
    Graph const plain = generate_graph("gen:complete:n=5");
    Graph const graph = directed_graph(20, 50, 11);
    TransitionTable const undirected = TransitionTable::build(4);
    RunOptions const host = on(DeviceKind::host);
    auto const refused = [&](char const* why, Graph const& of, MotifQuery const& query, RunOptions const& options) {
        expect_refusal(why, [&] { count_motifs(of, query, options); });
    };
    refused("the graph was read without directions", plain, {.k = 4, .directed = true, .tables = &directed_tables(4)},
            host);
    refused("tables has patterns without directions", graph, {.k = 4, .directed = true, .tables = &undirected}, host);
    refused("tables has directed patterns", graph, {.k = 4, .tables = &directed_tables(4)}, host);
    refused("tables are for k = 4", graph, {.k = 5, .directed = true, .tables = &directed_tables(4)}, host);
    refused("a k from 3 to 6", graph, {.k = 7, .directed = true}, host);
    refused("paper does not count directed", graph,
            {.k = 4, .algorithm = Algorithm::paper, .directed = true, .tables = &directed_tables(4)}, host);
    refused("directed motifs are always vertex-induced", graph,
            {.k = 4, .edge_induced = true, .directed = true, .tables = &directed_tables(4)}, host);
    EXPECT_THROW(motif::count_directed_motifs(plain, 3), InputError);
}

// score_compression in its three ways: against formulas and the serial program.

class ScoreCompressionOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(ScoreCompressionOn);

namespace {

void expect_as_serial(Graph const& graph, RunOptions const& options) {
    CompressionResult const all = score_compression(graph, {}, options);
    for (CompressionRow const& row : all.rows) {
        compression::Score const expected = compression::score_serially(graph, row.k);
        EXPECT_EQ(row.cliques, std::to_string(expected.cliques)) << "k " << row.k;
        EXPECT_EQ(row.compressing, expected.compressing) << "k " << row.k;
        EXPECT_EQ(to_string(row.score), std::to_string(expected.score)) << "k " << row.k;
        if (row.k == 3) {
            EXPECT_EQ(row.compressing, 0u);
        }
        for (Algorithm const algorithm : {Algorithm::fast, Algorithm::pivot, Algorithm::paper}) {
            auto const one = score_compression(graph, {.k = row.k, .algorithm = algorithm}, options);
            ASSERT_EQ(one.rows.size(), 1u);
            EXPECT_EQ(one.rows[0].cliques, row.cliques) << name_of(algorithm) << " k " << row.k;
            EXPECT_EQ(one.rows[0].compressing, row.compressing) << name_of(algorithm) << " k " << row.k;
            EXPECT_EQ(one.rows[0].score, row.score) << name_of(algorithm) << " k " << row.k;
        }
    }
}

Graph disjoint_cliques(VertexId size, VertexId count) {
    std::vector<Edge> edges;
    for (VertexId c = 0; c < count; ++c) {
        for (VertexId i = 0; i < size; ++i) {
            for (VertexId j = 0; j < i; ++j) edges.push_back({c * size + i, c * size + j});
        }
    }
    return graph_from_edges(size * count, edges);
}

} // namespace

TEST_P(ScoreCompressionOn, RandomGraphsIsThatOfAlgorithm19) {
    for (int seed = 1; seed <= 12; ++seed) {
        std::string const n = std::to_string(12 + 3 * seed);
        expect_as_serial(
            generate_graph("gen:er:n=" + n + ",m=" + std::to_string(2 * (12 + 3 * seed) + 15 * (seed % 5)) +
                           ",seed=" + std::to_string(seed)),
            options());
    }
}

TEST(ScoreCompression, OnLockstepIsThatOfAlgorithm19) {
    expect_as_serial(generate_graph("gen:er:n=16,m=60,seed=3"), on(DeviceKind::lockstep));
}

TEST_P(ScoreCompressionOn, DisjointCliquesIsCountedOnce) {
    for (VertexId k = 4; k <= 9; ++k) {
        auto const result = score_compression(disjoint_cliques(k, 5), {.k = static_cast<int>(k)}, options());
        unsigned const rank = k * (k - 1) / 2 - k - 1;
        EXPECT_EQ(to_string(result.rows[0].score), std::to_string(5 * rank)) << "k " << k;
        EXPECT_EQ(result.rows[0].compressing, 5u);
        EXPECT_EQ(
            to_string(
                score_compression(disjoint_cliques(k + 1, 5), {.k = static_cast<int>(k)}, options()).rows[0].score),
            "0");
    }
}

TEST_P(ScoreCompressionOn, ResidentGraphAndSomeSizesAreAsTheWhole) {
    Graph const graph = generate_graph("gen:er:n=60,m=600,seed=2");
    Resident const resident(graph, options());
    CompressionResult const all = score_compression(graph, {}, options());
    ASSERT_GE(all.rows.size(), 3u);
    for (Algorithm const algorithm : {Algorithm::fast, Algorithm::pivot}) {
        auto const some = score_compression(resident, {.min_k = 4, .max_k = 5, .algorithm = algorithm}, options());
        ASSERT_EQ(some.rows.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ(some.rows[i].k, all.rows[i + 1].k);
            EXPECT_EQ(some.rows[i].cliques, all.rows[i + 1].cliques);
            EXPECT_EQ(some.rows[i].score, all.rows[i + 1].score);
        }
    }
}

// Dense enough that cliques are larger than the size sought, are the only ones of an edge, or are one of two.
TEST_P(ScoreCompressionOn, DenseGraphsIsTheSameByEdgesAndByLeaves) {
    for (int seed = 1; seed <= 6; ++seed) {
        Graph const graph =
            generate_graph("gen:er:n=40,m=" + std::to_string(300 + 60 * seed) + ",seed=" + std::to_string(seed));
        CompressionResult const all = score_compression(graph, {.algorithm = Algorithm::pivot}, options());
        for (CompressionRow const& row : all.rows) {
            CompressionRow const one = score_compression(graph, {.k = row.k}, options()).rows.at(0);
            EXPECT_EQ(one.cliques, row.cliques) << "seed " << seed << " k " << row.k;
            EXPECT_EQ(one.compressing, row.compressing) << "seed " << seed << " k " << row.k;
            EXPECT_EQ(one.score, row.score) << "seed " << seed << " k " << row.k;
        }
    }
}

TEST(ScoreCompression, StopsEarlyWithoutRows) {
    std::atomic<bool> const interrupt = true;
    for (Algorithm const algorithm : {Algorithm::fast, Algorithm::pivot, Algorithm::paper}) {
        RunOptions options = on(DeviceKind::host);
        options.interrupt = &interrupt;
        auto const result = score_compression(generate_graph("gen:er:n=400,m=70000,seed=1"),
                                              {.k = 12, .algorithm = algorithm}, options);
        EXPECT_EQ(result.status, Status::interrupted) << name_of(algorithm);
        EXPECT_TRUE(result.rows.empty()) << name_of(algorithm);
    }
}

TEST(ScoreCompression, RefusesWhatItCannotDo) {
    Graph const graph = generate_graph("gen:complete:n=5");
    expect_refusal("3 or more", [&] { (void)score_compression(graph, {.k = 2}); });
    expect_refusal("one size", [&] { (void)score_compression(graph, {.algorithm = Algorithm::paper}); });
    expect_refusal("min_k", [&] { (void)score_compression(graph, {.k = 4, .max_k = 5}); });
    expect_refusal("smaller size", [&] { (void)score_compression(graph, {.min_k = 5, .max_k = 4}); });
    expect_refusal("undirected", [&] { (void)score_compression(orient(graph), {.k = 4}); });
    RunOptions with_limit;
    with_limit.of<Store>().limit = 3;
    expect_refusal("limit", [&] { (void)score_compression(graph, {.k = 4}, with_limit); });
    expect_refusal("bitmap", [&] { (void)score_compression(graph, {.k = 4, .algorithm = Algorithm::bitmap}); });
}

} // namespace cerrado::test
