// From a policy to a decision with its reason, and to the options of a run.
#include "sample_states.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/conduct/calibration.hpp>

#include <gtest/gtest.h>

namespace cerrado {
namespace {

TEST(Decision, SaysWhatWasSeenAndWhatFollows) {
    Policy const policy = make_policy("heaviest", {0.3, 2});
    Decision const given = decide(policy, test::sample({40, -1, -1, 9}).states());
    EXPECT_TRUE(given.rebalance);
    EXPECT_EQ(given.donations, (std::vector<Donation>{{0, 4}}));
    EXPECT_EQ(given.reason, "2 of 4 workers idle: heaviest asks 1 workers for 4 traversals");

    Decision const waiting = decide(policy, test::sample({40, -1, 8, 9}).states());
    EXPECT_FALSE(waiting.rebalance);
    EXPECT_TRUE(waiting.donations.empty());
    EXPECT_EQ(waiting.reason, "1 of 4 workers idle: heaviest waits");

    Decision const nothing = decide(policy, test::sample({1, -1, -1, 0}).states());
    EXPECT_FALSE(nothing.rebalance);
    EXPECT_EQ(nothing.reason, "2 of 4 workers idle: heaviest finds nothing to give");
}

TEST(BalanceOptionsOfPolicy, DecideAsThePolicyDoes) {
    BalanceOptions const options =
        balance_options(BalanceMechanism::stop, make_policy("heaviest"), std::chrono::milliseconds(3));
    EXPECT_EQ(options.mechanism, BalanceMechanism::stop);
    EXPECT_EQ(options.poll, std::chrono::microseconds(3000));
    test::SampleStates const sample = test::sample({40, -1});
    EXPECT_EQ(options.decide(sample.states()).donations, decide(make_policy("heaviest"), sample.states()).donations);
}

TEST(BalanceOptionsOfPolicy, DecideNothingWithoutAMechanism) {
    EXPECT_FALSE(balance_options(BalanceMechanism::none, make_policy("heaviest")).decide);
}

TEST(BalanceOptionsOfPolicy, AreMeasuredWhereNothingIsSaid) {
    BalanceDefaults const& defaults = balance_defaults();
    EXPECT_EQ(measured_settings(), (PolicySettings{defaults.threshold, defaults.donations}));
    EXPECT_EQ(balance_options(BalanceMechanism::share, make_policy("even")).poll, defaults.poll);

    test::SampleStates const sample = test::sample({400, 300, 200, -1, -1, -1});
    Decision const decision = decide(make_policy("dumato"), sample.states());
    Decision const expected = decide(make_policy("dumato", measured_settings()), sample.states());
    EXPECT_EQ(decision.donations, expected.donations);
    EXPECT_EQ(decision.rebalance, expected.rebalance);
}

TEST(BalanceMechanisms, HaveNamesThatAreReadBack) {
    for (auto const mechanism : {BalanceMechanism::none, BalanceMechanism::stop, BalanceMechanism::share}) {
        EXPECT_EQ(parse_mechanism(to_string(mechanism)), mechanism);
    }
    EXPECT_THROW(parse_mechanism("steal"), InputError);
}

TEST(HungryWorkers, AreTheIdleForWhomNoJobWaits) {
    test::SampleStates sample = test::sample({3, -1, -1, -1});
    EXPECT_EQ(hungry_workers(sample.states()), 3u);
    sample.queued = 1;
    sample.shared = 1;
    EXPECT_EQ(hungry_workers(sample.states()), 1u);
    EXPECT_EQ(wanted_donations(sample.states(), 5), 5u);
    sample.queued = 9;
    EXPECT_EQ(hungry_workers(sample.states()), 0u);
}

} // namespace
} // namespace cerrado
