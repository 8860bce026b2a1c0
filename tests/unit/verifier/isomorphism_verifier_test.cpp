// The verifier of isomorphism counts, against closed forms and identities.
#include "../message_of.hpp"
#include "isomorphism/verifier.hpp"
#include "sample_graphs.hpp"

#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <numeric>

namespace cerrado::test {
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

} // namespace cerrado::test
