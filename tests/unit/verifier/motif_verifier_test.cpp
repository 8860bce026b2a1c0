#include "sample_graphs.hpp"

#include <motif/verifier.hpp>

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/order/order.hpp>

#include <gtest/gtest.h>

#include <array>

namespace cerrado::test {

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

} // namespace cerrado::test
