// What tells the other bundled policies apart.
#include "sample_states.hpp"

#include <gtest/gtest.h>

namespace cerrado {
namespace {

std::vector<Donation> how(std::string const& policy, std::uint32_t donations, std::vector<int> const& weights) {
    return make_policy(policy, {0.3, donations}).how(test::sample(weights).states());
}

TEST(HeaviestPolicy, TakesHalfOfAsFewAsItCan) {
    EXPECT_EQ(how("heaviest", 10, {8, 40, 30, -1, -1}), (std::vector<Donation>{{1, 20}}));
    EXPECT_EQ(how("heaviest", 16, {8, 40, 30, -1, -1}), (std::vector<Donation>{{1, 20}, {2, 12}}));
    EXPECT_EQ(how("heaviest", 99, {8, 40, 31, -1, -1}), (std::vector<Donation>{{1, 20}, {2, 15}, {0, 4}}));
}

TEST(EvenPolicy, TakesTheExcessAboveTheMean) {
    // 80 over 4 workers: a mean of 20.
    EXPECT_EQ(how("even", 99, {50, 10, 20, -1}), (std::vector<Donation>{{0, 30}}));
}

TEST(EvenPolicy, TakesInProportionWhereLessIsWanted) {
    // 120 over 6 workers: a mean of 20, an excess of 40 and 20; two are wanted by each of three idle workers.
    EXPECT_EQ(how("even", 2, {60, 40, 20, -1, -1, -1}), (std::vector<Donation>{{0, 4}, {1, 2}}));
}

TEST(RandomPolicy, DependsOnSeedAndStates) {
    int changed_by_seed = 0;
    int changed_by_time = 0;
    int rebalances = 0;
    constexpr int rounds = 1000;
    for (int round = 0; round < rounds; ++round) {
        test::SampleStates sample = test::sample({100, 70, -1, 33, -1, 1000});
        sample.seconds = round;
        auto const draw = [&](std::uint64_t seed) {
            return make_policy("random", {0.3, 16, seed}).how(sample.states());
        };
        std::vector<Donation> const first = draw(1);
        if (first != draw(2)) ++changed_by_seed;
        if (make_policy("random").when(sample.states())) ++rebalances;
        sample.seconds += 0.5;
        if (first != draw(1)) ++changed_by_time;
    }
    EXPECT_GT(changed_by_seed, rounds * 9 / 10);
    EXPECT_GT(changed_by_time, rounds * 9 / 10);
    EXPECT_NEAR(rebalances, rounds / 2, rounds / 10); // a fair coin
}

TEST(NeverPolicy, IsNeverReady) {
    EXPECT_FALSE(make_policy("never", {0.0, 16}).when(test::sample({900, -1}).states()));
}

} // namespace
} // namespace cerrado
