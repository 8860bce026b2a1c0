// count_motifs by directed pattern: on every device against the serial verifier, and against counts without directions.
#include "support.hpp"
#include "unit/random_arcs.hpp"

#include "motif/verifier.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/marks.hpp>

#include <map>

namespace cerrado::test {
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
    refused("the graph has no directions", plain, {.k = 4, .directed = true, .tables = &directed_tables(4)}, host);
    refused("tables are of patterns without directions", graph, {.k = 4, .directed = true, .tables = &undirected},
            host);
    refused("tables are of directed patterns", graph, {.k = 4, .tables = &directed_tables(4)}, host);
    refused("tables are for k = 4", graph, {.k = 5, .directed = true, .tables = &directed_tables(4)}, host);
    refused("a k of 3 to 6", graph, {.k = 7, .directed = true}, host);
    refused("paper is not for directed", graph,
            {.k = 4, .algorithm = Algorithm::paper, .directed = true, .tables = &directed_tables(4)}, host);
    refused("directed motifs are induced", graph,
            {.k = 4, .edge_induced = true, .directed = true, .tables = &directed_tables(4)}, host);
    EXPECT_THROW(motif::count_directed_motifs(plain, 3), InputError);
}

} // namespace cerrado::test
