#include "small_graphs.hpp"

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

namespace cerrado::test {

TEST(CanonicalForm, AgreesWithBruteForceOnEveryGraphOfUpToFiveVertices) {
    std::size_t const graphs_up_to_isomorphism[] = {1, 1, 2, 4, 11, 34};
    for (int k = 1; k <= 5; ++k) {
        std::map<std::uint64_t, std::uint64_t> form_of_smallest;
        std::set<std::uint64_t> forms;
        for (std::uint64_t adjacency = 0; adjacency < std::uint64_t{1} << adjacency_bits(k); ++adjacency) {
            std::uint64_t const form = canonical_form(k, adjacency).adjacency;
            auto const [known, is_new] = form_of_smallest.emplace(smallest_relabelling(k, adjacency), form);
            EXPECT_EQ(known->second, form) << "k " << k << " adjacency " << adjacency;
            forms.insert(form);
        }
        EXPECT_EQ(form_of_smallest.size(), graphs_up_to_isomorphism[k]);
        EXPECT_EQ(forms.size(), graphs_up_to_isomorphism[k]);
    }
}

TEST(CanonicalForm, PositionsRelabelTheGivenGraphToTheForm) {
    std::mt19937_64 random(7);
    for (int k = 2; k <= max_adjacency_vertices; ++k)
        for (int round = 0; round < 200; ++round) {
            std::uint64_t const adjacency = random_connected_graph(k, random);
            CanonicalForm const form = canonical_form(k, adjacency);
            std::vector<int> names;
            for (int v = 0; v < k; ++v) names.push_back(form.position(v));
            ASSERT_EQ(relabel(k, adjacency, names), form.adjacency);
        }
}

TEST(CanonicalForm, IsTheSameForRelabelledGraphs) {
    std::mt19937_64 random(8);
    for (int k = 6; k <= max_adjacency_vertices; ++k)
        for (int round = 0; round < 200; ++round) {
            std::uint64_t const adjacency = random_connected_graph(k, random);
            std::vector<int> names(static_cast<std::size_t>(k));
            std::iota(names.begin(), names.end(), 0);
            std::ranges::shuffle(names, random);
            ASSERT_EQ(canonical_form(k, relabel(k, adjacency, names)).adjacency,
                      canonical_form(k, adjacency).adjacency);
        }
}

TEST(CanonicalForm, MayBeTakenFromManyThreads) {
    std::mt19937_64 random(9);
    std::vector<std::uint64_t> graphs, expected;
    for (int i = 0; i < 2000; ++i) graphs.push_back(random_connected_graph(8, random));
    for (std::uint64_t adjacency : graphs) expected.push_back(canonical_form(8, adjacency).adjacency);
    std::vector<std::vector<std::uint64_t>> found(4);
    {
        std::vector<std::jthread> threads;
        for (auto& forms : found)
            threads.emplace_back([&] {
                for (std::uint64_t adjacency : graphs) forms.push_back(canonical_form(8, adjacency).adjacency);
            });
    }
    for (auto const& forms : found) EXPECT_EQ(forms, expected);
}

TEST(CanonicalForm, RefusesWhatIsNoGraphOfThatSize) {
    EXPECT_THROW(canonical_form(0, 0), InputError);
    EXPECT_THROW(canonical_form(max_adjacency_vertices + 1, 0), InputError);
    EXPECT_THROW(canonical_form(3, 8), InputError);
}

} // namespace cerrado::test
