#include "small_graphs.hpp"

#include <cerrado/canonical/canonical_form.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

namespace {

// A random order of the vertices in which each but the first is adjacent to an earlier one.
std::vector<int> random_traversal(int k, std::uint64_t adjacency, std::mt19937_64& random) {
    std::vector<int> order{static_cast<int>(random() % static_cast<unsigned>(k))};
    while (static_cast<int>(order.size()) < k) {
        std::vector<int> candidates;
        for (int v = 0; v < k; ++v)
            if (std::ranges::find(order, v) == order.end() &&
                std::ranges::any_of(order, [&](int u) { return adjacent(adjacency, u, v); }))
                candidates.push_back(v);
        order.push_back(candidates[random() % candidates.size()]);
    }
    return order;
}

PatternState walk(TransitionTableRef table, std::uint64_t adjacency, std::vector<int> const& order) {
    PatternState state;
    for (int length = 1; length < static_cast<int>(order.size()); ++length) {
        std::uint32_t mask = 0;
        for (int j = 0; j < length; ++j)
            if (adjacent(adjacency, order[static_cast<std::size_t>(j)], order[static_cast<std::size_t>(length)]))
                mask |= 1u << j;
        state = table.advance(state, length, mask);
    }
    return state;
}

} // namespace

class Traversal : public testing::TestWithParam<int> {};

TEST_P(Traversal, ReachesTheClassOfItsGraphInEveryOrder) {
    int const k = GetParam();
    TransitionTable const& table = table_of(k);
    std::mt19937_64 random(static_cast<unsigned>(k));
    for (int graph = 0; graph < 300; ++graph) {
        std::uint64_t const adjacency = random_connected_graph(k, random);
        std::uint64_t const form = canonical_form(k, adjacency).adjacency;
        for (int round = 0; round < 8; ++round) {
            PatternState const state = walk(table.ref(), adjacency, random_traversal(k, adjacency, random));
            ASSERT_EQ(table.representatives(k)[state.pattern_class], form);
        }
    }
}

TEST_P(Traversal, PositionsLeadToTheRepresentative) {
    int const k = GetParam();
    TransitionTable const& table = table_of(k);
    std::mt19937_64 random(static_cast<unsigned>(100 + k));
    for (int graph = 0; graph < 300; ++graph) {
        std::uint64_t const adjacency = random_connected_graph(k, random);
        std::vector<int> const order = random_traversal(k, adjacency, random);
        PatternState const state = walk(table.ref(), adjacency, order);
        std::vector<int> names(static_cast<std::size_t>(k));
        for (int j = 0; j < k; ++j)
            names[static_cast<std::size_t>(order[static_cast<std::size_t>(j)])] = static_cast<int>(state.position(j));
        ASSERT_EQ(relabel(k, adjacency, names), table.representatives(k)[state.pattern_class]);
    }
}

INSTANTIATE_TEST_SUITE_P(AllK, Traversal, testing::Range(3, max_pattern_vertices + 1));

} // namespace cerrado::test
