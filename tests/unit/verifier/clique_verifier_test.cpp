#include "sample_graphs.hpp"

#include <clique/verifier.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/order/order.hpp>

#include <gtest/gtest.h>

#include <array>

namespace cerrado::test {

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

} // namespace cerrado::test
