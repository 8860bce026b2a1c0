// The table behind local counts.
#include <clique/pivot/binomials.hpp>

#include <cerrado/run/result.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace cerrado::test {
namespace {

WideCount entry(BinomialTable const& table, std::uint32_t n, std::uint32_t i) {
    return table.values.at(std::size_t{n} * table.columns + std::min(i, n - i));
}

} // namespace

TEST(Binomials, ArePascalsTriangle) {
    BinomialTable const table = make_binomials(40, 40);
    for (std::uint32_t n = 0; n <= 40; ++n) {
        EXPECT_TRUE(entry(table, n, 0) == 1);
        EXPECT_TRUE(entry(table, n, n) == 1);
        for (std::uint32_t i = 1; i < n; ++i) {
            EXPECT_TRUE(entry(table, n, i) == entry(table, n - 1, i - 1) + entry(table, n - 1, i)) << n << ", " << i;
        }
    }
}

TEST(Binomials, AreExactUpTo128BitsAndSaturateBeyond) {
    BinomialTable const table = make_binomials(140, 100);
    EXPECT_EQ(to_string(entry(table, 131, 65)), "188694833082770476622296176145946360850");
    EXPECT_TRUE(entry(table, 132, 66) == ~WideCount{0});
    EXPECT_TRUE(entry(table, 140, 66) == ~WideCount{0});
    EXPECT_EQ(to_string(entry(table, 140, 3)), "447580");
    EXPECT_GE(table.columns, 66u);
}

// Subsets of fewer than `size` vertices are all that a leaf asks for.
TEST(Binomials, HaveNoMoreColumnsThanAreAskedFor) {
    BinomialTable const table = make_binomials(9, 3);
    EXPECT_EQ(table.columns, 3u);
    EXPECT_TRUE(entry(table, 9, 2) == 36);
    EXPECT_TRUE(entry(table, 9, 8) == 9);
}

} // namespace cerrado::test
