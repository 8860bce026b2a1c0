#include <cerrado/graph/generate/random_items.hpp>
#include <cerrado/graph/generate/random_source.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace cerrado {
namespace {

TEST(RandomSource, IsSplitMix64) {
    RandomSource random(1234567); // the values of the reference implementation for this seed
    EXPECT_EQ(random.next(), 6457827717110365317u);
    EXPECT_EQ(random.next(), 3203168211198807973u);
    EXPECT_EQ(random.next(), 9817491932198370423u);
}

TEST(RandomSource, DrawsBelowTheBoundUniformly) {
    RandomSource random(1);
    std::vector<int> met(7, 0);
    for (int i = 0; i < 70000; ++i) ++met[random.below(7)];
    for (int const times : met) EXPECT_NEAR(times, 10000, 400);
    EXPECT_EQ(random.below(1), 0u);
    std::uint64_t const huge = (std::uint64_t{1} << 63) + 1;
    for (int i = 0; i < 100; ++i) EXPECT_LT(random.below(huge), huge);
}

TEST(RandomSource, ShuffleIsAPermutationAndUniform) {
    RandomSource random(1);
    std::vector<int> met(16, 0);
    for (int i = 0; i < 16000; ++i) {
        std::vector<int> items{0, 1, 2, 3};
        random.shuffle(items);
        for (std::size_t at = 0; at < 4; ++at) ++met[at * 4 + static_cast<std::size_t>(items[at])];
        std::sort(items.begin(), items.end());
        ASSERT_EQ(items, (std::vector<int>{0, 1, 2, 3}));
    }
    for (int const times : met) EXPECT_NEAR(times, 4000, 300);
}

TEST(FixedPoint, InversePowerIsThatOfFloatingPoint) {
    for (std::uint64_t const x : {1ull, 2ull, 3ull, 10ull, 999ull, 65536ull, 1000003ull, 4294967295ull}) {
        for (std::uint64_t const denominator : {1000ull, 1500ull, 2000ull, 9000ull}) {
            double const expected = std::pow(static_cast<double>(x), -1000.0 / static_cast<double>(denominator));
            double const got =
                std::ldexp(static_cast<double>(fixed_point::inverse_power_q32(x, 1000, denominator)), -32);
            EXPECT_NEAR(got, expected, 1.0 / (1 << 28)) << x << " ^ -1000/" << denominator;
        }
    }
}

TEST(FixedPoint, Logarithm) {
    EXPECT_EQ(fixed_point::log2_q32(1), 0u);
    EXPECT_EQ(fixed_point::log2_q32(1024), std::uint64_t{10} << 32);
    EXPECT_EQ(fixed_point::log2_q32(std::uint64_t{1} << 63), std::uint64_t{63} << 32);
    EXPECT_NEAR(std::ldexp(static_cast<double>(fixed_point::log2_q32(~std::uint64_t{0})), -32), 64.0, 1e-8);
    EXPECT_NEAR(std::ldexp(static_cast<double>(fixed_point::log2_q32(10)), -32), std::log2(10.0), 1e-8);
}

} // namespace
} // namespace cerrado
