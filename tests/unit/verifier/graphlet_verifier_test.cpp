#include "sample_graphs.hpp"

#include <graphlets/verifier.hpp>
#include <motif/verifier.hpp>

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/order/order.hpp>

#include <gtest/gtest.h>

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace cerrado::test {

using namespace cuts;

namespace {

using Numbers = std::vector<WideCount>;

Numbers induced(Graph const& graph, int k) {
    auto const counts = count_graphlets_serially(graph, k).induced;
    return {counts.begin(), counts.end()};
}

int graphlet_named(std::string_view name) {
    return static_cast<int>(std::ranges::find(graphlets(), name, &Graphlet::name) - graphlets().begin());
}

// Numbers of which these are not 0.
Numbers only(std::size_t size, std::map<int, WideCount> const& given) {
    Numbers numbers(size);
    for (auto const& [index, number] : given) numbers[static_cast<std::size_t>(index)] = number;
    return numbers;
}

Graph bipartite(VertexId a, VertexId b) {
    std::vector<Edge> edges;
    for (VertexId u = 0; u < a; ++u)
        for (VertexId v = 0; v < b; ++v) edges.push_back({u, a + v});
    return graph_from_edges(a + b, edges);
}

std::vector<Edge> edges_in(Graph const& graph) {
    std::vector<Edge> edges;
    for (VertexId u = 0; u < graph.vertex_count(); ++u)
        for (VertexId const v : graph.neighbours(u))
            if (u < v) edges.push_back({u, v});
    return edges;
}

Graph complement(Graph const& graph) {
    std::vector<std::uint32_t> const words = adjacency_words(graph);
    std::vector<Edge> edges;
    for (VertexId v = 1; v < graph.vertex_count(); ++v)
        for (VertexId u = 0; u < v; ++u)
            if ((words[v] >> u & 1) == 0) edges.push_back({u, v});
    return graph_from_edges(graph.vertex_count(), edges);
}

} // namespace

TEST(GraphletVerifier, CompleteGraphsHaveOnlyCliques) {
    Numbers const all = induced(complete_graph(9), 5);
    EXPECT_TRUE(all == only(30, {{0, 36}, {2, 84}, {8, 126}, {29, 126}}));
    EXPECT_TRUE(induced(complete_graph(9), 4) == only(30, {{0, 36}, {2, 84}, {8, 126}}));
    EXPECT_TRUE(count_orbits_of_vertex_serially(complete_graph(9), 4, 5) ==
                only(73, {{0, 8}, {3, 28}, {14, 56}, {72, 70}}));
    EXPECT_TRUE(count_orbits_of_edge_serially(complete_graph(9), 8, 4, 5) == only(68, {{1, 7}, {11, 21}, {67, 35}}));
}

TEST(GraphletVerifier, StarsHaveOnlyStars) {
    Graph const star = star_graph(10);
    EXPECT_TRUE(induced(star, 5) == only(30, {{0, 10}, {1, 45}, {4, 120}, {11, 210}}));
    EXPECT_TRUE(count_orbits_of_vertex_serially(star, 0, 5) == only(73, {{0, 10}, {2, 45}, {7, 120}, {23, 210}}));
    EXPECT_TRUE(count_orbits_of_vertex_serially(star, 3, 5) == only(73, {{0, 1}, {1, 9}, {6, 36}, {22, 84}}));
    EXPECT_TRUE(count_orbits_of_edge_serially(star, 0, 3, 5) == only(68, {{0, 9}, {4, 36}, {17, 84}}));
}

TEST(GraphletVerifier, CyclesHaveOnlyPathsAndThemselves) {
    EXPECT_TRUE(induced(cycle_graph(20), 5) == only(30, {{0, 20}, {1, 20}, {3, 20}, {9, 20}}));
    EXPECT_TRUE(induced(cycle_graph(5), 5) == only(30, {{0, 5}, {1, 5}, {3, 5}, {15, 1}}));
    EXPECT_TRUE(count_orbits_of_vertex_serially(cycle_graph(20), 7, 5) ==
                only(73, {{0, 2}, {1, 2}, {2, 1}, {4, 2}, {5, 2}, {15, 2}, {16, 2}, {17, 1}}));
    EXPECT_TRUE(count_orbits_of_edge_serially(cycle_graph(20), 0, 19, 5) ==
                only(68, {{0, 2}, {2, 2}, {3, 1}, {12, 2}, {13, 2}}));
    EXPECT_TRUE(count_orbits_of_edge_serially(cycle_graph(4), 1, 2, 4) == only(12, {{0, 2}, {5, 1}}));
}

TEST(GraphletVerifier, CompleteBipartiteGraphsHaveTheirLike) {
    Graph const graph = bipartite(6, 7);
    WideCount const stars = 6 * binomial(7, 4) + 7 * binomial(6, 4);
    WideCount const others = binomial(6, 2) * binomial(7, 3) + binomial(6, 3) * binomial(7, 2);
    Numbers const found = induced(graph, 5);
    EXPECT_TRUE(found[5] == binomial(6, 2) * binomial(7, 2));
    EXPECT_TRUE(Numbers(found.begin() + 9, found.end()) == only(21, {{11 - 9, stars}, {20 - 9, others}}));
    Numbers const all = count_small_graphs_serially(graph, 5);
    EXPECT_TRUE(all == only(34, {{11 - 9, stars}, {20 - 9, others}, {21, binomial(6, 5) + binomial(7, 5)}}));
    Numbers const row = count_orbits_of_vertex_serially(graph, 0, 5); // of the six
    EXPECT_TRUE(row[49] == binomial(5, 2) * binomial(7, 2));
    EXPECT_TRUE(row[50] == 5 * binomial(7, 3));
    EXPECT_TRUE(count_orbits_of_edge_serially(graph, 0, 8, 5)[42] == 5 * binomial(6, 2) + 6 * binomial(5, 2));
}

TEST(GraphletVerifier, EachGraphletHasItselfAndTheRolesOfItsMembers) {
    for (std::size_t g = 3; g < 30; ++g) {
        Graphlet const& graphlet = graphlets()[g];
        std::vector<Edge> edges;
        for (auto const& [u, v] : edges_of(graphlet.size, graphlet.adjacency))
            edges.push_back({static_cast<VertexId>(u), static_cast<VertexId>(v)});
        Graph const graph = graph_from_edges(static_cast<VertexId>(graphlet.size), edges);
        EXPECT_TRUE(induced(graph, 5)[g] == 1) << graphlet.name;
        auto const at = [](int i) { return static_cast<std::size_t>(i); };
        for (std::size_t v = 0; v < at(graphlet.size); ++v) {
            Numbers row = count_orbits_of_vertex_serially(graph, static_cast<VertexId>(v), 5);
            row.erase(row.begin(), row.begin() + vertex_orbits(graphlet.size - 1));
            EXPECT_TRUE(row == only(row.size(), {{graphlet.orbits[v] - vertex_orbits(graphlet.size - 1), 1}}));
        }
        for (auto const [u, v] : edges) {
            Numbers row = count_orbits_of_edge_serially(graph, u, v, 5);
            row.erase(row.begin(), row.begin() + edge_orbits(graphlet.size - 1));
            std::size_t const bit = at(std::countr_zero(adjacency_bit(static_cast<int>(u), static_cast<int>(v))));
            EXPECT_TRUE(row == only(row.size(), {{graphlet.edge_orbits[bit] - edge_orbits(graphlet.size - 1), 1}}));
        }
    }
}

TEST(GraphletVerifier, AgreesWithTheMotifVerifierAndWithAllSets) {
    std::mt19937 random(33);
    for (int round = 0; round < 25; ++round) {
        Graph const graph = random_graph(3 + random() % 12, 5 + random() % 90, random);
        Numbers const found = induced(graph, 5);
        for (int k = 2; k <= 5; ++k) {
            std::map<std::string, WideCount> const motifs = motif::count_motifs(graph, k);
            Numbers const all = count_small_graphs_serially(graph, k);
            ASSERT_TRUE(std::accumulate(all.begin(), all.end(), WideCount{0}) ==
                        binomial(graph.vertex_count(), static_cast<std::uint64_t>(k)));
            for (int g = graphlets_up_to(k - 1); g < graphlets_up_to(k); ++g) {
                Graphlet const& graphlet = graphlets()[static_cast<std::size_t>(g)];
                auto const motif = motifs.find(describe_pattern(k, graphlet.adjacency).graph6);
                WideCount const expected = motif == motifs.end() ? 0 : motif->second;
                ASSERT_TRUE(found[static_cast<std::size_t>(g)] == expected) << graphlet.name;
                ASSERT_TRUE(all[static_cast<std::size_t>(g - graphlets_up_to(k - 1))] == expected) << graphlet.name;
            }
        }
    }
}

TEST(GraphletVerifier, ComplementsSwapComplementaryPatterns) {
    std::mt19937 random(34);
    for (int round = 0; round < 10; ++round) {
        Graph const graph = random_graph(5 + random() % 9, 5 + random() % 90, random);
        for (int k = 3; k <= 5; ++k) {
            Numbers const here = count_small_graphs_serially(graph, k);
            Numbers const there = count_small_graphs_serially(complement(graph), k);
            std::uint64_t const complete = (std::uint64_t{1} << adjacency_bits(k)) - 1;
            for (std::size_t i = 0; i < here.size(); ++i)
                ASSERT_TRUE(here[i] == there[static_cast<std::size_t>(locate(k, small_graphs(k)[i] ^ complete).index)]);
        }
    }
}

TEST(GraphletVerifier, OrbitsAddUpToTheCounts) {
    std::mt19937 random(35);
    for (int round = 0; round < 20; ++round) {
        Graph const graph = random_graph(6 + random() % 10, 5 + random() % 90, random);
        Numbers const counts = induced(graph, 5);
        for (int k = 3; k <= 5; ++k) {
            Numbers of_vertices(static_cast<std::size_t>(vertex_orbits(k)));
            Numbers of_edges(static_cast<std::size_t>(edge_orbits(k)));
            auto const add = [](Numbers& sums, Numbers const& row) {
                ASSERT_EQ(row.size(), sums.size());
                std::ranges::transform(sums, row, sums.begin(), std::plus{});
            };
            for (VertexId v = 0; v < graph.vertex_count(); ++v)
                add(of_vertices, count_orbits_of_vertex_serially(graph, v, k));
            for (auto const [u, v] : edges_in(graph)) add(of_edges, count_orbits_of_edge_serially(graph, u, v, k));
            for (bool const per_edge : {false, true}) {
                Numbers const& sums = per_edge ? of_edges : of_vertices;
                for (std::size_t o = 0; o < sums.size(); ++o) {
                    GraphletOrbit const& orbit = graphlet_orbits(per_edge)[o];
                    WideCount const count = counts[static_cast<std::size_t>(orbit.graphlet)];
                    ASSERT_TRUE(sums[o] == count * static_cast<WideCount>(orbit.size)) << per_edge << ' ' << o;
                }
            }
        }
    }
}

TEST(GraphletVerifier, SeparatePartsAddUp) {
    std::vector<Edge> edges = {{0, 1}, {1, 2}, {2, 0}, {0, 3}};
    Graph const paw = graph_from_edges(4, edges);
    for (VertexId v = 0; v < 5; ++v) edges.push_back({4 + v, 4 + (v + 1) % 5});
    Numbers both = induced(graph_from_edges(9, edges), 5);
    EXPECT_TRUE(both[static_cast<std::size_t>(graphlet_named("paw"))] == 1);
    std::ranges::transform(both, induced(cycle_graph(5), 5), both.begin(), std::minus{});
    EXPECT_TRUE(both == induced(paw, 5));
}

// ORCA prints a line for each vertex of the karate club, 1 to 34, with blanks between its 73 numbers.
TEST(GraphletVerifier, KarateHasTheOrbitsThatOrcaPrints) {
    Graph const graph = open_graph((source_folder() / "datasets" / "karate.txt").string());
    std::map<OriginalId, std::string> lines;
    for (VertexId v = 0; v < graph.vertex_count(); ++v)
        for (WideCount const number : count_orbits_of_vertex_serially(graph, v, 5)) {
            std::string& line = lines[graph.original_id(v)];
            line += (line.empty() ? "" : " ") + to_string(number);
        }
    std::string text;
    for (auto const& [id, line] : lines) text += line + "\n";
    ASSERT_EQ(lines.size(), 34u);
    EXPECT_EQ(crc32(0, reinterpret_cast<Bytef const*>(text.data()), static_cast<uInt>(text.size())), 0x45751623u);
}

TEST(GraphletVerifier, LooksAtEverySet) {
    int looks = 0;
    count_small_graphs_serially(complete_graph(4), 4, [&] { ++looks; });
    EXPECT_EQ(looks, 16);
    EXPECT_THROW(count_graphlets_serially(complete_graph(4), 4, [] { throw Error("stopped"); }), Error);
}

TEST(GraphletVerifier, RefusesWhatItCannotCount) {
    Graph const graph = cycle_graph(5);
    EXPECT_THROW(count_graphlets_serially(orient(graph), 5), InputError);
    EXPECT_THROW(count_graphlets_serially(graph, 6), InputError);
    EXPECT_THROW(count_small_graphs_serially(graph, 1), InputError);
    EXPECT_THROW(count_orbits_of_vertex_serially(graph, 0, 2), InputError);
    EXPECT_THROW(count_orbits_of_vertex_serially(graph, 5, 5), InputError);
    EXPECT_THROW(count_orbits_of_edge_serially(graph, 0, 2, 5), InputError);
    EXPECT_THROW(count_orbits_of_edge_serially(graph, 0, 5, 5), InputError);
}

} // namespace cerrado::test
