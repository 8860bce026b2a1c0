#include "isomorphism/verifier.hpp"
#include "places.hpp"
#include "unit/message_of.hpp"

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/open.hpp>

#include <clique/verifier.hpp>
#include <graphlets/verifier.hpp>
#include <gtest/gtest.h>
#include <motif/verifier.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <vector>
#include <zlib.h>

namespace cerrado::test {

// Graphs with known counts, and counts over all k-subsets: what the verifiers are checked against.

inline Graph complete_graph(VertexId n) {
    std::vector<Edge> edges;
    for (VertexId v = 1; v < n; ++v)
        for (VertexId u = 0; u < v; ++u) edges.push_back({u, v});
    return graph_from_edges(n, edges);
}

inline Graph star_graph(VertexId leaves) {
    std::vector<Edge> edges;
    for (VertexId v = 1; v <= leaves; ++v) edges.push_back({0, v});
    return graph_from_edges(leaves + 1, edges);
}

inline Graph cycle_graph(VertexId n) {
    std::vector<Edge> edges;
    for (VertexId v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
    return graph_from_edges(n, edges);
}

inline Graph random_graph(VertexId n, unsigned percent, std::mt19937& random) {
    std::vector<Edge> edges;
    for (VertexId v = 1; v < n; ++v)
        for (VertexId u = 0; u < v; ++u)
            if (random() % 100 < percent) edges.push_back({u, v});
    return graph_from_edges(n, edges);
}

// The neighbours of every vertex of `graph` as one word; at most 32 vertices.
inline std::vector<std::uint32_t> adjacency_words(Graph const& graph) {
    std::vector<std::uint32_t> words(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v)
        for (VertexId u : graph.neighbours(v)) words[v] |= 1u << u;
    return words;
}

// Calls visit(subset) with the ascending vertices of every k-subset of 0 .. n-1.
template <class Visitor> void for_each_subset(VertexId n, int k, Visitor&& visit) {
    for (std::uint32_t set = 0; set < 1u << n; ++set) {
        std::vector<VertexId> subset;
        for (VertexId v = 0; v < n; ++v)
            if (set >> v & 1) subset.push_back(v);
        if (static_cast<int>(subset.size()) == k) visit(subset);
    }
}

inline std::uint64_t binomial(std::uint64_t n, std::uint64_t k) {
    std::uint64_t value = 1;
    for (std::uint64_t i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
    return value;
}

// The counts of EXPECTED.csv for a graph, task and k, by graph6 (empty for cliques).
inline std::map<std::string, WideCount> expected_counts(std::string const& graph, std::string const& task, int k) {
    std::map<std::string, WideCount> counts;
    std::ifstream in(data_folder() / "EXPECTED.csv");
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        std::string field[6];
        for (std::string& text : field) std::getline(fields, text, ',');
        if (field[0] == graph && field[1] == task && field[2] == std::to_string(k))
            counts[field[3]] = std::stoull(field[5]);
    }
    return counts;
}

inline std::map<std::string, WideCount> without_zeros(std::map<std::string, WideCount> counts) {
    std::erase_if(counts, [](auto const& entry) { return entry.second == 0; });
    return counts;
}

using clique::count_cliques;

TEST(CliqueVerifier, CompleteGraphsHaveBinomialCounts) {
    for (VertexId n : {1u, 2u, 5u, 12u})
        for (int k = 1; k <= 13; ++k)
            EXPECT_TRUE(count_cliques(complete_graph(n), k) == binomial(n, static_cast<std::uint64_t>(k)))
                << n << " " << k;
}

TEST(CliqueVerifier, StarsAndLongCyclesHaveNoTriangle) {
    EXPECT_TRUE(count_cliques(star_graph(9), 2) == 9);
    EXPECT_TRUE(count_cliques(star_graph(9), 3) == 0);
    EXPECT_TRUE(count_cliques(cycle_graph(3), 3) == 1);
    EXPECT_TRUE(count_cliques(cycle_graph(4), 3) == 0);
    EXPECT_TRUE(count_cliques(cycle_graph(30), 2) == 30);
}

TEST(CliqueVerifier, AgreesWithAllSubsetsOnRandomGraphs) {
    std::mt19937 random(11);
    for (int round = 0; round < 30; ++round) {
        VertexId const n = 4 + random() % 9;
        Graph const graph = random_graph(n, 20 + random() % 70, random);
        std::vector<std::uint32_t> const words = adjacency_words(graph);
        for (int k = 1; k <= 6; ++k) {
            std::vector<std::uint64_t> by_root(n);
            for_each_subset(n, k, [&](std::vector<VertexId> const& subset) {
                for (VertexId v : subset)
                    for (VertexId u : subset)
                        if (u < v && (words[v] >> u & 1) == 0) return;
                ++by_root[subset.front()];
            });
            WideCount total = 0;
            for (VertexId root = 0; root < n; ++root) {
                ASSERT_TRUE(count_cliques(graph, k, std::array{root}) == by_root[root])
                    << "n " << n << " k " << k << " root " << root;
                total += by_root[root];
            }
            ASSERT_TRUE(count_cliques(graph, k) == total);
        }
    }
}

TEST(CliqueVerifier, RootsAddUp) {
    Graph const graph = complete_graph(8);
    EXPECT_TRUE(count_cliques(graph, 3, std::array<VertexId, 0>{}) == 0);
    EXPECT_TRUE(count_cliques(graph, 3, std::array<VertexId, 2>{0, 5}) == binomial(7, 2) + binomial(2, 2));
    EXPECT_TRUE(count_cliques(graph, 3, std::array<VertexId, 2>{5, 5}) == 2);
}

TEST(CliqueVerifier, KarateHasTheExpectedCounts) {
    if (!std::filesystem::exists(data_folder())) GTEST_SKIP() << "no " << data_folder() << ": set CERRADO_DATA_DIR";
    Graph const graph = open_graph((data_folder() / "karate.txt.gz").string());
    for (int k = 3; k <= 8; ++k) {
        auto const expected = expected_counts("karate", "clique", k);
        ASSERT_EQ(expected.size(), 1u);
        EXPECT_TRUE(count_cliques(graph, k) == expected.begin()->second) << k;
    }
}

TEST(CliqueVerifier, RefusesOrientedGraphsBadSizesAndForeignRoots) {
    EXPECT_THROW(count_cliques(orient(complete_graph(4)), 3), InputError);
    EXPECT_THROW(count_cliques(complete_graph(4), 0), InputError);
    EXPECT_THROW(count_cliques(complete_graph(4), 3, std::array<VertexId, 1>{4}), InputError);
}

using motif::count_motifs;
using Counts = std::map<std::string, WideCount>;

namespace {

bool connected(std::vector<std::uint32_t> const& words, std::vector<VertexId> const& subset) {
    std::uint32_t members = 0;
    for (VertexId v : subset) members |= 1u << v;
    std::uint32_t reached = 1u << subset.front();
    for (bool grows = true; grows;) {
        std::uint32_t const before = reached;
        for (VertexId v : subset)
            if (reached >> v & 1) reached |= words[v] & members;
        grows = reached != before;
    }
    return reached == members;
}

std::string pattern_of(std::vector<std::uint32_t> const& words, std::vector<VertexId> const& subset) {
    std::uint64_t adjacency = 0;
    for (int j = 1; j < static_cast<int>(subset.size()); ++j)
        for (int h = 0; h < j; ++h)
            if (words[subset[static_cast<std::size_t>(j)]] >> subset[static_cast<std::size_t>(h)] & 1)
                adjacency |= adjacency_bit(h, j);
    return describe_pattern(static_cast<int>(subset.size()), adjacency).graph6;
}

} // namespace

TEST(MotifVerifier, CompleteGraphsHaveOnlyCliques) {
    for (int k = 2; k <= 7; ++k)
        EXPECT_TRUE(count_motifs(complete_graph(8), k) ==
                    (Counts{{format_graph6(k, (std::uint64_t{1} << adjacency_bits(k)) - 1),
                             binomial(8, static_cast<std::uint64_t>(k))}}));
}

TEST(MotifVerifier, StarsHaveOnlyStars) {
    EXPECT_TRUE(count_motifs(star_graph(10), 3) == (Counts{{"BW", binomial(10, 2)}}));
    EXPECT_TRUE(count_motifs(star_graph(10), 4) == (Counts{{"CF", binomial(10, 3)}}));
    EXPECT_TRUE(count_motifs(star_graph(10), 5) == (Counts{{"D?{", binomial(10, 4)}}));
}

TEST(MotifVerifier, CyclesHaveOnlyPathsAndThemselves) {
    EXPECT_TRUE(count_motifs(cycle_graph(20), 4) == (Counts{{"CR", 20}}));
    EXPECT_TRUE(count_motifs(cycle_graph(4), 4) == (Counts{{"Cr", 1}}));
    EXPECT_TRUE(count_motifs(cycle_graph(5), 5) == (Counts{{"DqK", 1}}));
    EXPECT_TRUE(count_motifs(cycle_graph(4), 5).empty());
}

TEST(MotifVerifier, AgreesWithAllSubsetsOnRandomGraphs) {
    std::mt19937 random(12);
    for (int round = 0; round < 25; ++round) {
        VertexId const n = 4 + random() % 9;
        Graph const graph = random_graph(n, 10 + random() % 70, random);
        std::vector<std::uint32_t> const words = adjacency_words(graph);
        for (int k = 2; k <= 6; ++k) {
            std::vector<Counts> by_root(n);
            Counts total;
            for_each_subset(n, k, [&](std::vector<VertexId> const& subset) {
                if (!connected(words, subset)) return;
                ++by_root[subset.front()][pattern_of(words, subset)];
                ++total[pattern_of(words, subset)];
            });
            for (VertexId root = 0; root < n; ++root)
                ASSERT_TRUE(count_motifs(graph, k, std::array{root}) == by_root[root])
                    << "n " << n << " k " << k << " root " << root;
            ASSERT_TRUE(count_motifs(graph, k) == total);
        }
    }
}

TEST(MotifVerifier, KarateHasTheExpectedCounts) {
    if (!std::filesystem::exists(data_folder())) GTEST_SKIP() << "no " << data_folder() << ": set CERRADO_DATA_DIR";
    Graph const graph = open_graph((data_folder() / "karate.txt.gz").string());
    for (int k = 3; k <= 5; ++k) {
        Counts const expected = without_zeros(expected_counts("karate", "motif", k));
        ASSERT_FALSE(expected.empty());
        EXPECT_TRUE(count_motifs(graph, k) == expected) << k;
    }
}

TEST(MotifVerifier, RefusesOrientedGraphsBadSizesAndForeignRoots) {
    EXPECT_THROW(count_motifs(orient(complete_graph(4)), 3), InputError);
    EXPECT_THROW(count_motifs(complete_graph(4), 0), InputError);
    EXPECT_THROW(count_motifs(complete_graph(4), 12), InputError);
    EXPECT_THROW(count_motifs(complete_graph(4), 3, std::array<VertexId, 1>{4}), InputError);
}

// The verifier of isomorphism counts, against closed forms and identities.

namespace {

Count matches(Graph const& graph, char const* pattern, bool induced = false) {
    return static_cast<Count>(count_matches_serially(graph, parse_pattern(pattern), induced));
}

Count mappings(Graph const& graph, char const* pattern) {
    std::vector<VertexId> all(graph.vertex_count());
    std::iota(all.begin(), all.end(), VertexId{0});
    Count found = 0;
    for_each_mapping_serially(
        graph, parse_pattern(pattern), false, all, [] {}, [&](std::span<VertexId const>) { ++found; });
    return found;
}

} // namespace

TEST(IsomorphismVerifier, CountsInACompleteGraph) {
    Graph const graph = complete_graph(7);
    EXPECT_EQ(matches(graph, "K4"), 35u);
    EXPECT_EQ(matches(graph, "4-cycle"), 3 * 35u);
    EXPECT_EQ(matches(graph, "house"), 21 * 60u) << "5!/2 houses among any five";
    EXPECT_EQ(matches(graph, "4-cycle", true), 0u);
    EXPECT_EQ(matches(graph, "K4", true), 35u);
    EXPECT_EQ(mappings(graph, "K4"), 7 * 6 * 5 * 4u);
}

// It exchanges vertices that are alike in no mapping; the others it does.
TEST(IsomorphismVerifier, MappingsAreMatchesTimesAllPermutationsThatLeaveThePattern) {
    Graph const graph = open_graph("gen:er:n=11,m=28,seed=3");
    for (auto const& [text, exchanges] : {std::pair{"claw", 6u},
                                          {"K4", 24u},
                                          {"4-cycle", 4u},
                                          {"house", 1u},
                                          {"0-1,0-2,0-3,1-4,1-5", 4u},
                                          {"0-1,0-2,0-3,1~2", 2u},
                                          {"0-1,0-2,0-3,1-4,2-4", 2u}}) {
        Pattern const pattern = parse_pattern(text);
        std::size_t const permutations = automorphisms_serially(pattern).size();
        EXPECT_EQ(count_exchanges_serially(pattern), exchanges) << text;
        EXPECT_EQ(count_automorphisms_serially(pattern), permutations) << text;
        EXPECT_EQ(mappings(graph, text), matches(graph, text) * permutations) << text;
    }
    EXPECT_EQ(count_automorphisms_serially(parse_pattern("0-1,0~2,1~2,0~3,1~3")), 2u) << "of an edge";
}

TEST(IsomorphismVerifier, CountsStarsAndPaths) {
    Graph const star = star_graph(9);
    EXPECT_EQ(matches(star, "claw"), 84u);
    EXPECT_EQ(matches(star, "3-path", true), 36u);
    EXPECT_EQ(matches(star, "4-path"), 0u);
}

TEST(IsomorphismVerifier, StrangersAreNotAdjacent) {
    Graph const graph = open_graph("gen:er:n=14,m=45,seed=3");
    EXPECT_EQ(matches(graph, "0-1,1-2"), matches(graph, "0-1,1-2,0~2") + 3 * matches(graph, "K3"));
    EXPECT_EQ(matches(graph, "0-1,1-2,0~2"), matches(graph, "3-path", true));
}

// An edge is in a triangle or in none.
TEST(IsomorphismVerifier, AntiVerticesSayThatNobodyIsThere) {
    std::vector<Edge> const edges = {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {4, 5}};
    Graph const graph = graph_from_edges(6, edges);
    EXPECT_EQ(matches(graph, "0-1,0~2,1~2"), 3u);
    EXPECT_EQ(matches(graph, "0-1,1-2,0~3,1~3,2~3"), 7u) << "of any path of three, as there is no clique of four";
    EXPECT_EQ(matches(graph, "0-1,0~2,1~2,0~3,1~3"), 3u) << "said twice";
    EXPECT_EQ(matches(complete_graph(5), "0-1,0~2,1~2"), 0u);
    EXPECT_EQ(matches(complete_graph(3), "K3"), 1u);
}

// Every set of four vertices that is connected is one induced pattern.
TEST(IsomorphismVerifier, InducedCountsMakeUpTheOthers) {
    Graph const graph = open_graph("gen:er:n=13,m=40,seed=5");
    Count const cycles = matches(graph, "4-cycle", true);
    Count const diamonds = matches(graph, "diamond", true);
    Count const cliques = matches(graph, "K4", true);
    EXPECT_EQ(matches(graph, "4-cycle"), cycles + diamonds + 3 * cliques);
    EXPECT_EQ(matches(graph, "diamond"), diamonds + 6 * cliques);
    EXPECT_EQ(matches(graph, "paw"), matches(graph, "paw", true) + 4 * diamonds + 12 * cliques);
}

TEST(IsomorphismVerifier, RefusesWhatAGraphDoesNotHave) {
    for (char const* pattern : {"0>1", "0:A,0-1", "0-1/x"}) {
        EXPECT_NE(message_of<InputError>([&] { matches(complete_graph(3), pattern); }).find("arcs or labels"),
                  std::string::npos);
    }
}

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
