#include "unit/loadbalance/trace_helpers.hpp"
#include "unit/message_of.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/loadbalance/simulation.hpp>
#include <cerrado/loadbalance/trace.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>

namespace cerrado {

// Simulations: each job is done once, and no run is shorter than its work or its heaviest job.

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

// Replay: the policy that made a trace decides as it did; another one is held against it.

namespace {

class Replay : public test::TraceFile {
protected:
    void record(std::string const& policy, PolicySettings const& settings, std::size_t dense_bytes = 0) {
        TraceWriter trace(path_, test::sample_header(policy, settings), dense_bytes);
        seen_ = test::observe_run(trace, make_policy(policy, settings), 2000);
        trace.finish(1, Status::complete);
    }

    ReplayReport replay_with(std::string const& policy, PolicySettings const& settings, std::size_t most = 20) const {
        TraceReader reader(path_);
        return replay(reader, make_policy(policy, settings), most);
    }

    std::vector<TraceLook> seen_;
};

TEST_F(Replay, ThePolicyThatMadeATraceDecidesTheSame) {
    for (std::string const policy : {"dumato", "even", "heaviest", "random"}) {
        for (std::size_t const dense_bytes : {0u, 5000u}) {
            record(policy, {0.2, 5, 11}, dense_bytes);
            TraceReader reader(path_);
            ReplayReport const report = replay(reader, make_policy(reader.header().policy, reader.header().settings));
            EXPECT_EQ(report.different, 0u) << policy;
            EXPECT_GT(report.recorded_rebalances, 100u) << policy;
            EXPECT_EQ(report.common_rebalances, report.recorded_rebalances);
            EXPECT_EQ(report.recorded_donations, report.replayed_donations);
            EXPECT_EQ(report.looks + report.skipped, seen_.size());
        }
    }
}

TEST_F(Replay, AnotherThresholdIsCountedLookByLook) {
    record("dumato", {0.2, 5});
    Policy const other = make_policy("dumato", {0.3, 5});
    std::uint64_t rebalances = 0;
    std::uint64_t different = 0;
    std::uint64_t donations = 0;
    for (TraceLook const& look : seen_) {
        Decision const decision = decide(other, look.states());
        rebalances += decision.rebalance ? 1 : 0;
        donations += test::total_of(decision.donations);
        different += decision.rebalance != look.decision.rebalance ? 1 : 0;
    }
    ReplayReport const report = replay_with("dumato", {0.3, 5});
    EXPECT_EQ(report.replayed_rebalances, rebalances);
    EXPECT_EQ(report.replayed_donations, donations);
    EXPECT_EQ(report.different, different);
    EXPECT_GT(different, 0u);
    EXPECT_GT(rebalances, 0u);
    EXPECT_LT(rebalances, report.recorded_rebalances);
}

TEST_F(Replay, OtherDonationsAreADifference) {
    record("dumato", {0.2, 5});
    ReplayReport const report = replay_with("dumato", {0.2, 6}, 3);
    EXPECT_EQ(report.common_rebalances, report.recorded_rebalances);
    EXPECT_GT(report.replayed_donations, report.recorded_donations);
    EXPECT_GT(report.different, 3u);
    ASSERT_EQ(report.differences.size(), 3u);
    ReplayDifference const& first = report.differences.front();
    EXPECT_EQ(first.workers, 24u);
    EXPECT_GT(test::total_of(first.replayed.donations), test::total_of(first.recorded.donations));
}

TEST_F(Replay, OfNeverNothingIsAskedFor) {
    record("heaviest", {0.2, 5});
    ReplayReport const report = replay_with("never", {});
    EXPECT_EQ(report.replayed_rebalances, 0u);
    EXPECT_EQ(report.different, report.recorded_rebalances);
}

} // namespace

} // namespace cerrado

namespace cerrado::test {

// The file of job times: what is written is read, and nothing else is taken for it.

namespace {

TEST(JobCostsFile, GivesBackWhatWasWritten) {
    ScopedFolder const folder;
    JobCosts costs{.application = "clique",
                   .graph = "a \"name\".txt",
                   .k = 5,
                   .algorithm = "fast",
                   .device = "host",
                   .workers = 3,
                   .seconds = 0.25,
                   .runs = {{~std::uint64_t{0}, 7, 0}, {}, {1}}};
    write_job_costs(folder.path("jobs"), costs);
    JobCosts const read = read_job_costs(folder.path("jobs"));
    EXPECT_EQ(read.application, costs.application);
    EXPECT_EQ(read.graph, costs.graph);
    EXPECT_EQ(read.k, costs.k);
    EXPECT_EQ(read.algorithm, costs.algorithm);
    EXPECT_EQ(read.device, costs.device);
    EXPECT_EQ(read.workers, costs.workers);
    EXPECT_EQ(read.seconds, costs.seconds);
    EXPECT_EQ(read.runs, costs.runs);
    EXPECT_EQ(read.jobs(), 4u);
}

TEST(JobCostsFile, RefusesOthers) {
    ScopedFolder const folder;
    auto const message = [&](std::string const& content) {
        std::ofstream(folder.path("jobs")) << content;
        return message_of<InputError>([&] { read_job_costs(folder.path("jobs")); });
    };
    EXPECT_NE(message("1 2\n").find("no file of --job-times"), std::string::npos);
    EXPECT_NE(message(R"({"format":"cerrado-trace","version":2})").find("of version 1"), std::string::npos);
    EXPECT_NE(message(R"({"format":"cerrado-job-times","version":1,"app":3})").find("damaged"), std::string::npos);
    EXPECT_NE(message(R"({"format":"cerrado-job-times","version":1,"app":"","graph":"","k":3,"algorithm":"",)"
                      R"("device":"host","workers":1,"seconds":1,"nanoseconds":[[]]})")
                  .find("no jobs"),
              std::string::npos);
    EXPECT_NE(message_of<InputError>([&] { read_job_costs(folder.path("none")); }).find("cannot be read"),
              std::string::npos);
    EXPECT_THROW(write_job_costs(folder.path("no/folder"), {}), Error);
}

} // namespace

} // namespace cerrado::test
