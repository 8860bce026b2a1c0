#include "unit/loadbalance/sample_states.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/calibration.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <set>

namespace cerrado {

// From a policy to a decision with its reason, and to the options of a run.

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

std::string typed(std::string_view option, std::string_view value) {
    return "--" + std::string(option) + (value.empty() ? "" : " ") + std::string(value);
}

std::string refusal(BalanceWords const& words, BalancedRun const& run = {DeviceKind::host}) {
    try {
        choose_balance(words, run, typed);
    } catch (InputError const& error) {
        return error.what();
    }
    return "";
}

TEST(BalanceChoices, FollowFromWords) {
    BalanceChoice const usual = choose_balance({}, {DeviceKind::host}, typed);
    EXPECT_TRUE(usual.automatic);
    EXPECT_FALSE(usual.on());

    BalanceChoice const stops = choose_balance({.balance = "stop", .donations = 3}, {DeviceKind::host}, typed);
    EXPECT_EQ(stops.mechanism, BalanceMechanism::stop);
    EXPECT_EQ(stops.policy, "dumato");
    EXPECT_EQ(stops.settings, (PolicySettings{measured_settings(DeviceKind::host).threshold, 3}));
    EXPECT_EQ(stops.options().poll, balance_defaults(DeviceKind::host).poll);

    BalanceChoice const even =
        choose_balance({.balance = "even", .poll = 0.002, .deal = "guided"}, {DeviceKind::host, true}, typed);
    EXPECT_EQ(even.mechanism, BalanceMechanism::share);
    EXPECT_EQ(even.policy, "even");
    EXPECT_EQ(even.options().poll, std::chrono::milliseconds(2));
    EXPECT_EQ(even.options().deal, DealPolicy::guided);
}

TEST(BalanceChoices, RefuseWordsWithoutAnEffect) {
    EXPECT_TRUE(refusal({.balance = "steal"}).starts_with("--balance steal: expected auto, none, stop, share or a"));
    std::string const without = " has no effect without --balance; add --balance share or --balance stop";
    EXPECT_EQ(refusal({.policy = "even"}), "--policy" + without);
    EXPECT_EQ(refusal({.balance = "none", .threshold = 0.5}), "--threshold" + without);
    EXPECT_EQ(refusal({.poll = 0.5}), "--poll" + without);
    EXPECT_EQ(refusal({.poll = 0.5}, {.device = DeviceKind::host, .is_observed = true}), "");
    EXPECT_EQ(refusal({.balance = "even", .policy = "random"}),
              "--balance even and --policy random name two policies; give one of them");
    EXPECT_TRUE(
        refusal({.balance = "share", .poll = 61}).starts_with("--poll 61: expected a time from 1us to 60s, such as"));
    EXPECT_EQ(refusal({.deal = "even"}), "--deal even has no effect on one device; add --devices 0,1");
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

// `dumato` against Algorithm 18 of the thesis, written down line by line with a heap.

namespace {

struct Donor {
    std::uint64_t weight;
    std::uint32_t worker;
    bool operator<(Donor const& other) const {
        return weight != other.weight ? weight < other.weight : worker > other.worker;
    }
};

// Line numbers are those of Algorithm 18. A donor whose last extension is its own work to do is left out.
std::vector<Donation> algorithm_18(WorkerStates const& states, std::uint32_t donations) {
    std::size_t const idles = hungry_workers(states); // line 12
    std::priority_queue<Donor> actives;               // line 13
    std::uint64_t total_weight = 0;                   // line 14
    for (std::uint32_t i = 0; i < states.workers.size(); ++i) {
        if (!states.workers[i].active) continue;
        total_weight += states.workers[i].weight;
        if (states.workers[i].weight >= 2) actives.push({states.workers[i].weight, i});
    }
    double const average = static_cast<double>(total_weight) / static_cast<double>(states.workers.size()); // line 15
    std::vector<std::uint32_t> given(states.workers.size());
    for (std::uint32_t i = 0; i < donations; ++i) {        // line 16
        for (std::size_t idle = 0; idle < idles; ++idle) { // line 17
            if (actives.empty()) break;
            Donor donor = actives.top(); // line 18
            actives.pop();
            ++given[donor.worker]; // line 19
            --donor.weight;
            if (static_cast<double>(donor.weight) > average && donor.weight >= 2) actives.push(donor); // lines 20, 21
        }
    }
    std::vector<Donation> plan;
    for (std::uint32_t i = 0; i < given.size(); ++i) {
        if (given[i] > 0) plan.push_back({i, given[i]});
    }
    return plan;
}

TEST(DumatoPolicy, GivesWhatAlgorithm18Gives) {
    std::mt19937_64 random(18);
    int given = 0;
    for (int round = 0; round < 5000; ++round) {
        test::SampleStates const sample = test::random_sample(random);
        auto const donations = static_cast<std::uint32_t>(1 + random() % 64);
        std::vector<Donation> const expected = algorithm_18(sample.states(), donations);
        ASSERT_EQ(make_policy("dumato", {0.3, donations}).how(sample.states()), expected) << "round " << round;
        if (!expected.empty()) ++given;
    }
    EXPECT_GT(given, 2000);
}

TEST(DumatoPolicy, WearsTheHeaviestDownFirst) {
    // Two idle workers, three each; the average of 30 / 5 is 6: 15 gives six, down to 9, before 9 gives.
    EXPECT_EQ(make_policy("dumato", {0.3, 3}).how(test::sample({15, 9, 6, -1, -1}).states()),
              (std::vector<Donation>{{0, 6}}));
    // With ten each 15 and 9 give down to the average, and 6 gives once.
    EXPECT_EQ(make_policy("dumato", {0.3, 10}).how(test::sample({15, 9, 6, -1, -1}).states()),
              (std::vector<Donation>{{0, 9}, {1, 3}, {2, 1}}));
}

TEST(DumatoPolicy, RebalancesAboveTheThresholdAndNotAtIt) {
    test::SampleStates const three_of_ten = test::sample({9, 9, 9, 9, 9, 9, 9, -1, -1, -1});
    EXPECT_FALSE(make_policy("dumato", {0.3, 16}).when(three_of_ten.states()));
    EXPECT_TRUE(make_policy("dumato", {0.29, 16}).when(three_of_ten.states()));
    EXPECT_TRUE(make_policy("dumato", {0.0, 16}).when(three_of_ten.states()));
    EXPECT_FALSE(make_policy("dumato", {1.0, 16}).when(test::sample({-1, -1}).states()));
}

} // namespace

// What tells the other bundled policies apart.

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

// What every policy must keep to, tried on many random states.

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

// Names of policies: bundled, registered, refused.

namespace {

template <class Work> std::string refusal_of(Work&& work) {
    try {
        work();
    } catch (InputError const& error) {
        return error.what();
    }
    return "not refused";
}

Policy give_one(PolicySettings const& settings) {
    return {"", [](WorkerStates const& states) { return states.idle() > 0; },
            [settings](WorkerStates const&) {
                return std::vector<Donation>{{0, settings.donations}};
            }};
}

TEST(PolicyRegistry, NamesTheBundledOnes) {
    std::vector<std::string> const names = policy_names();
    for (char const* const name : {"dumato", "even", "heaviest", "never", "random"}) {
        EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
        EXPECT_EQ(make_policy(name).name, name);
        EXPECT_FALSE(policy_description(name).empty());
    }
    EXPECT_TRUE(std::ranges::is_sorted(names));
}

TEST(PolicyRegistry, AnUnknownNameListsThoseThereAre) {
    std::string const refusal = refusal_of([] { make_policy("dumbo"); });
    EXPECT_NE(refusal.find("'dumbo'"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("dumato, even, heaviest"), std::string::npos) << refusal;
    EXPECT_EQ(refusal_of([] { policy_description("dumbo"); }), refusal);
}

TEST(PolicyRegistry, ARegisteredPolicyIsMadeWithItsSettings) {
    register_policy("registered-in-test", "gives from worker 0", give_one);
    Policy const policy = make_policy("registered-in-test", {0.5, 7});
    EXPECT_EQ(policy.name, "registered-in-test");
    EXPECT_EQ(policy.how(test::sample({9, -1}).states()), (std::vector<Donation>{{0, 7}}));
    EXPECT_EQ(policy_description("registered-in-test"), "gives from worker 0");
    EXPECT_NE(refusal_of([] { register_policy("registered-in-test", "", give_one); }).find("already a policy"),
              std::string::npos);
}

TEST(PolicyRegistry, RefusesNamesThatMeanSomethingElse) {
    for (char const* const name : {"none", "stop", "share"}) {
        EXPECT_NE(refusal_of([&] { register_policy(name, "", give_one); }).find("mechanism"), std::string::npos)
            << name;
    }
    for (char const* const name : {"", "two words", "a,b"}) {
        EXPECT_NE(refusal_of([&] { register_policy(name, "", give_one); }).find("cannot be the name"),
                  std::string::npos)
            << name;
    }
}

TEST(PolicyRegistry, RefusesSettingsOutOfRange) {
    EXPECT_NE(refusal_of([] { make_policy("dumato", {-0.1, 16}); }).find("0 to 1"), std::string::npos);
    EXPECT_NE(refusal_of([] { make_policy("dumato", {1.5, 16}); }).find("0 to 1"), std::string::npos);
    EXPECT_NE(refusal_of([] { make_policy("dumato", {std::nan(""), 16}); }).find("0 to 1"), std::string::npos);
    EXPECT_NE(refusal_of([] { make_policy("dumato", {0.3, 0}); }).find("1 or more"), std::string::npos);
}

TEST(PolicyRegistry, RefusesHalfAPolicy) {
    EXPECT_NE(refusal_of([] { register_policy("empty-in-test", "", {}); }).find("factory"), std::string::npos);
    register_policy("half-in-test", "", [](PolicySettings const&) { return Policy{}; });
    EXPECT_NE(refusal_of([] { make_policy("half-in-test"); }).find("has no function"), std::string::npos);
}

} // namespace

} // namespace cerrado
