// Simulations: each job is done once, and no run is shorter than its work or its heaviest job.
#include <cerrado/loadbalance/simulation.hpp>

#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace cerrado {
namespace {

constexpr DealPolicy all_policies[] = {DealPolicy::hand_over, DealPolicy::guided, DealPolicy::round_robin,
                                       DealPolicy::chunked, DealPolicy::even};

JobCosts costs_of(std::vector<std::uint64_t> nanoseconds) {
    JobCosts costs;
    costs.workers = 4;
    costs.runs.push_back(std::move(nanoseconds));
    return costs;
}

// No time passes but in jobs.
SimulatedDevices devices_without_delay(int devices, std::uint32_t workers, DealPolicy deal) {
    return {.devices = devices,
            .workers = workers,
            .deal = deal,
            .start_seconds = 0,
            .stop_seconds = 0,
            .look_seconds = 1e-4};
}

TEST(Simulation, OneDeviceSchedulesItsJobsInOrder) {
    for (DealPolicy const deal : all_policies) {
        SimulatedRun const run = simulate(costs_of({5'000'000'000, 3'000'000'000, 2'000'000'000, 2'000'000'000}),
                                          devices_without_delay(1, 2, deal));
        // 5 on one worker, 3 and 2 on the other, then 2 on the first of both that is free.
        if (deal != DealPolicy::guided) {
            EXPECT_DOUBLE_EQ(run.seconds, 7) << to_string(deal);
        }
        EXPECT_DOUBLE_EQ(run.even_seconds, 6);
        EXPECT_DOUBLE_EQ(run.heaviest_seconds, 5);
        EXPECT_EQ(run.handed_over, 0u);
    }
}

TEST(Simulation, PoliciesDealAsTheySay) {
    std::vector<std::uint64_t> const jobs = {8'000'000'000, 4'000'000'000, 2'000'000'000, 1'000'000'000};
    auto const seconds = [&](DealPolicy deal) {
        return simulate(costs_of(jobs), devices_without_delay(2, 1, deal)).seconds;
    };
    EXPECT_DOUBLE_EQ(seconds(DealPolicy::even), 12);        // 8 + 4 and 2 + 1
    EXPECT_DOUBLE_EQ(seconds(DealPolicy::round_robin), 10); // 8 + 2 and 4 + 1
    EXPECT_DOUBLE_EQ(seconds(DealPolicy::chunked), 15);     // all are in one chunk
    EXPECT_LT(seconds(DealPolicy::hand_over), 8);           // the first job is divided
    EXPECT_GT(seconds(DealPolicy::hand_over), 7.4);
}

TEST(Simulation, NoRunIsShorterThanItsWork) {
    std::mt19937 random(1);
    std::lognormal_distribution<double> cost(10, 2);
    for (int round = 0; round < 40; ++round) {
        std::vector<std::uint64_t> jobs(random() % 3000 + 1);
        for (std::uint64_t& job : jobs) job = static_cast<std::uint64_t>(cost(random));
        std::ranges::sort(jobs, std::greater<>());
        for (DealPolicy const deal : all_policies) {
            SimulatedDevices settings = devices_without_delay(1 + round % 5, 1 + random() % 9, deal);
            settings.slowness = round % 3 == 0 ? 1.5 : 1;
            SimulatedRun const run = simulate(costs_of(jobs), settings);
            EXPECT_GE(run.seconds, 0.999 * run.even_seconds) << to_string(deal) << ", round " << round;
            if (run.asked == 0) {
                EXPECT_GE(run.seconds, 0.999 * run.heaviest_seconds);
            }
        }
    }
}

// One job of 8 s among 40 of .1 s, on two devices of two workers: divided or not, once it is handed over.
TEST(Simulation, SaysWhatItTakesIfJobsUnderWayCannotBeDivided) {
    std::vector<std::uint64_t> jobs(41, 100'000'000);
    jobs[0] = 8'000'000'000;
    SimulatedDevices settings = devices_without_delay(2, 2, DealPolicy::hand_over);
    SimulatedRun const run = simulate(costs_of(jobs), settings);
    EXPECT_GE(run.seconds, run.even_seconds); // 3 s
    EXPECT_LT(run.seconds, 4);
    EXPECT_NEAR(run.undivided_seconds, 8, 0.01);
    settings.divides = false;
    EXPECT_DOUBLE_EQ(simulate(costs_of(jobs), settings).seconds, run.undivided_seconds);
    settings.deal = DealPolicy::round_robin; // nothing is handed over
    EXPECT_DOUBLE_EQ(simulate(costs_of(jobs), settings).undivided_seconds, 8);
}

// Heavy-tailed jobs of a second in all, on two devices of which one is slower.
TEST(Simulation, HandingOverIsWithinTwoPercentOfTheBest) {
    std::mt19937 random(7);
    std::lognormal_distribution<double> cost(11, 1.5);
    std::vector<std::uint64_t> jobs(200'000);
    for (std::uint64_t& job : jobs) job = static_cast<std::uint64_t>(cost(random));
    std::ranges::sort(jobs, std::greater<>());
    for (double const slowness : {1.0, 1.5}) {
        SimulatedDevices settings = {.devices = 2, .workers = 16, .slowness = slowness};
        EXPECT_GT(simulate(costs_of(jobs), settings).efficiency(), 0.98);
        settings.deal = DealPolicy::round_robin;
        double const in_turns = simulate(costs_of(jobs), settings).efficiency();
        if (slowness > 1) {
            EXPECT_LT(in_turns, 0.9);
        }
        settings.deal = DealPolicy::even;
        EXPECT_LT(simulate(costs_of(jobs), settings).efficiency(), in_turns); // the heavy half is the first one's
    }
}

TEST(Simulation, RefusesWhatIsNoDevice) {
    EXPECT_THROW(simulate(costs_of({1}), {.devices = 0}), InputError);
    EXPECT_THROW(simulate(costs_of({1}), {.workers = 0}), InputError);
    EXPECT_THROW(simulate(costs_of({1}), {.slowness = 0}), InputError);
}

TEST(DealPolicies, HaveNames) {
    for (DealPolicy const deal : all_policies) EXPECT_EQ(parse_deal_policy(to_string(deal)), deal);
    EXPECT_EQ(deal_policy_names().size(), std::size(all_policies));
    EXPECT_THROW(parse_deal_policy("fair"), InputError);
}

} // namespace
} // namespace cerrado
