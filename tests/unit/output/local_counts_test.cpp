// Counts per vertex and edge: what becomes of their cells.
#include <cerrado/output/local_counts.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

TEST(LocalCountsOfCells, AreByOriginalIdsAscending) {
    Graph const oriented({0, 2, 3, 3}, {1, 2, 2}, {70, 7, 700}, true);
    LocalCells const cells{{1, 2, 3, 0, 1, 0}, {4, 5, 6, 0, 0, 2}};
    WideCount const high = WideCount{1} << 64;
    LocalCounts const expected{{{7, high + 2}, {70, 1}, {700, 3}}, {{7, 70, 4}, {7, 700, 2 * high + 6}, {70, 700, 5}}};
    EXPECT_TRUE(local_counts(oriented, cells) == expected);
}

} // namespace cerrado::test
