#include "small_graphs.hpp"

#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace cerrado::test {

namespace {
constexpr std::size_t connected_graphs_on[] = {0, 1, 1, 2, 6, 21, 112, 853, 11117, 261080};
}

class TableSize : public testing::TestWithParam<int> {};

TEST_P(TableSize, EveryLevelHasOneRowPerConnectedGraph) {
    TransitionTable const& table = table_of(GetParam());
    TransitionTableRef const view = table.ref();
    EXPECT_EQ(table.k(), GetParam());
    EXPECT_EQ(view.k, GetParam());
    for (int i = 1; i <= GetParam(); ++i) {
        EXPECT_EQ(table.representatives(i).size(), connected_graphs_on[i]);
        EXPECT_EQ(view.classes[i], connected_graphs_on[i]);
    }
    for (int i = 1; i < GetParam(); ++i) {
        EXPECT_EQ(table.level(i).size(), connected_graphs_on[i] << i);
        EXPECT_EQ(view.levels[i], table.level(i).data());
    }
}

TEST_P(TableSize, ClassesAreDistinctConnectedGraphsFromSparseToDense) {
    TransitionTable const& table = table_of(GetParam());
    for (int i = 1; i <= GetParam(); ++i) {
        std::vector<std::uint64_t> const& classes = table.representatives(i);
        EXPECT_EQ(std::set<std::uint64_t>(classes.begin(), classes.end()).size(), classes.size());
        EXPECT_TRUE(std::ranges::all_of(classes, [i](std::uint64_t adjacency) { return is_connected(i, adjacency); }));
        EXPECT_TRUE(
            std::ranges::is_sorted(classes, {}, [](std::uint64_t adjacency) { return std::popcount(adjacency); }));
    }
}

INSTANTIATE_TEST_SUITE_P(AllK, TableSize, testing::Range(3, max_pattern_vertices + 1));

TEST(TableNumbering, DoesNotDependOnK) {
    TransitionTable const& largest = table_of(max_pattern_vertices);
    for (int k = 3; k < max_pattern_vertices; ++k) {
        for (int i = 1; i <= k; ++i) EXPECT_EQ(table_of(k).representatives(i), largest.representatives(i));
        for (int i = 1; i < k; ++i) EXPECT_EQ(table_of(k).level(i), largest.level(i));
    }
}

TEST(TableArguments, KOutsideThreeToNineIsRefused) {
    for (int k : {-1, 0, 2, 10, 64}) {
        EXPECT_THROW(TransitionTable::build(k), InputError);
        EXPECT_THROW(TransitionTable::load(k), InputError);
    }
}

TEST(TableProgress, RisesToOneOnTheCallingThread) {
    std::vector<double> shares;
    TransitionTable::build(8, [&](double share) { shares.push_back(share); });
    ASSERT_GE(shares.size(), 8u);
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_DOUBLE_EQ(shares.back(), 1.0);
}

} // namespace cerrado::test
