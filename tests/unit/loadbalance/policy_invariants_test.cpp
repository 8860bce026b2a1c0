// What every policy must keep to, tried on many random states.
#include "sample_states.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cerrado {
namespace {

class EveryPolicy : public ::testing::TestWithParam<std::string> {
protected:
    // Calls check(policy, settings, states) for many states and settings; says how often the policy gave something.
    template <class Check> int try_many(Check const& check) {
        std::mt19937_64 random(7);
        int gave = 0;
        for (int round = 0; round < 3000; ++round) {
            PolicySettings const settings{static_cast<double>(random() % 11) / 10,
                                          static_cast<std::uint32_t>(1 + random() % 70), random()};
            test::SampleStates const sample = test::random_sample(random);
            Policy const policy = make_policy(GetParam(), settings);
            check(policy, settings, sample.states());
            if (!policy.how(sample.states()).empty()) ++gave;
        }
        return gave;
    }
};

TEST_P(EveryPolicy, AsksActiveWorkersForLessThanTheirWeightOnceEach) {
    int const gave = try_many([](Policy const& policy, PolicySettings const&, WorkerStates const& states) {
        std::set<std::uint32_t> asked;
        for (Donation const& donation : policy.how(states)) {
            ASSERT_LT(donation.worker, states.workers.size());
            WorkerState const& donor = states.workers[donation.worker];
            ASSERT_TRUE(donor.active);
            ASSERT_GE(donation.count, 1u);
            ASSERT_LE(donation.count, donor.weight - 1);
            ASSERT_TRUE(asked.insert(donation.worker).second) << "worker " << donation.worker << " is named twice";
        }
    });
    EXPECT_EQ(gave > 0, GetParam() != "never");
}

TEST_P(EveryPolicy, AsksForNoMoreThanTheIdleCanTake) {
    try_many([](Policy const& policy, PolicySettings const& settings, WorkerStates const& states) {
        std::uint64_t const waiting = states.queued_jobs + states.shared_jobs;
        std::uint64_t const served = std::min<std::uint64_t>(waiting, states.idle());
        ASSERT_LE(test::total_of(policy.how(states)), (states.idle() - served) * settings.donations);
    });
}

TEST_P(EveryPolicy, IsPure) {
    try_many([this](Policy const& policy, PolicySettings const& settings, WorkerStates const& states) {
        bool const when = policy.when(states);
        std::vector<Donation> const how = policy.how(states);
        Policy const twin = make_policy(GetParam(), settings);
        for (int again = 0; again < 3; ++again) {
            ASSERT_EQ(policy.when(states), when);
            ASSERT_EQ(policy.how(states), how);
            ASSERT_EQ(twin.when(states), when);
            ASSERT_EQ(twin.how(states), how);
        }
    });
}

TEST_P(EveryPolicy, WaitsWhileNobodyIsIdle) {
    Policy const policy = make_policy(GetParam(), {0.0, 16});
    EXPECT_FALSE(decide(policy, test::sample({5, 900, 1, 0}).states()).rebalance);
    EXPECT_FALSE(decide(policy, WorkerStates{}).rebalance);
}

TEST_P(EveryPolicy, WaitsWhileJobsWaitForTheIdle) {
    test::SampleStates sample = test::sample({500, -1, -1, -1});
    sample.queued = 1;
    sample.shared = 2;
    EXPECT_FALSE(decide(make_policy(GetParam(), {0.0, 16}), sample.states()).rebalance);
}

INSTANTIATE_TEST_SUITE_P(Bundled, EveryPolicy, ::testing::Values("dumato", "even", "heaviest", "never", "random"),
                         [](auto const& info) { return info.param; });

} // namespace
} // namespace cerrado
