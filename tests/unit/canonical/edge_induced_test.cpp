// Edge-induced counts from induced ones, where both are known.
#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace cerrado::test {

// In one complete graph of k vertices each pattern is as often as vertices can be permuted, its automorphisms divided out.
TEST(EdgeInduced, OfACompleteGraphArePermutations) {
    for (int k = 3; k <= 7; ++k) {
        TransitionTable const tables = TransitionTable::build(k);
        std::vector<std::uint64_t> const& patterns = tables.representatives(k);
        std::uint64_t permutations = 1;
        for (int i = 2; i <= k; ++i) permutations *= static_cast<std::uint64_t>(i);
        std::vector<WideCount> induced(patterns.size());
        std::uint64_t const complete = (std::uint64_t{1} << adjacency_bits(k)) - 1;
        induced[static_cast<std::size_t>(std::ranges::find(patterns, complete) - patterns.begin())] = 5;
        std::vector<WideCount> const counts = edge_induced_counts(tables, induced);
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            WideCount const symmetries = automorphisms(pattern_of(k, patterns[i])).count;
            ASSERT_TRUE(counts[i] == 5 * WideCount{permutations / symmetries}) << "k " << k << ", class " << i;
        }
    }
}

TEST(EdgeInduced, OfTreesAreTheInducedOnes) {
    TransitionTable const tables = TransitionTable::build(5);
    std::vector<WideCount> induced(tables.representatives(5).size());
    for (std::size_t i = 0; i < induced.size(); ++i) {
        if (std::popcount(tables.representatives(5)[i]) == 4) induced[i] = i + 1;
    }
    EXPECT_TRUE(edge_induced_counts(tables, induced) == induced);
}

TEST(EdgeInduced, BeyondAllBitsAreRefused) {
    TransitionTable const tables = TransitionTable::build(4);
    std::vector<WideCount> const induced(tables.representatives(4).size(), ~WideCount{0} / 2);
    EXPECT_THROW(edge_induced_counts(tables, induced), InputError);
}

} // namespace cerrado::test
