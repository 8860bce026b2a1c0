// Progress: a few times a second, from the calling thread, never backwards.
#include "runs.hpp"

#include <cerrado/run/session/session.hpp>

#include <thread>

namespace cerrado::test {

TEST(RuntimeProgress, RisesOnTheCallingThread) {
    std::vector<Progress> reports;
    auto const caller = std::this_thread::get_id();
    RunOptions options = on(DeviceKind::host, 1);
    options.progress = [&](Progress const& progress) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        reports.push_back(progress);
    };
    RunResult const result = run_slow(10000, generate_graph("gen:regular:n=2000,d=20,seed=1"), options);
    ASSERT_GE(reports.size(), 2u) << "the run took " << result.seconds.run << " s";
    for (std::size_t i = 0; i < reports.size(); ++i) {
        EXPECT_EQ(reports[i].roots_given, 2000u);
        EXPECT_LE(reports[i].roots_done, 2000u);
        EXPECT_LE(reports[i].share, 1);
        if (i == 0) continue;
        EXPECT_GE(reports[i].share, reports[i - 1].share);
        EXPECT_GE(reports[i].roots_done, reports[i - 1].roots_done);
        EXPECT_GE(reports[i].seconds, reports[i - 1].seconds + 0.1);
    }
    EXPECT_GT(reports.back().roots_done, 0u);
    EXPECT_EQ(result.status, Status::complete);
}

// Of 2 lists of 10 entries, 3 of 2 and one of 1 that is too short to begin with: 2 * 10^2 and 3 * 2^2.
TEST(PredictedWork, IsWhereJobsAreHeavy) {
    std::vector<VertexId> lists(11);
    lists[10] = 2;
    lists[2] = 3;
    lists[1] = 1;
    JobPlan plan;
    plan.levels_below = 1;
    plan.least_extensions = 2;
    plan.workers = 1;
    PredictedWork const work(lists, true, plan);
    std::vector<std::size_t> roots(11);
    roots[10] = 2;
    roots[2] = 3;
    std::uint64_t const slices = slices_by_extensions(roots, plan)[10];
    ASSERT_GT(slices, 1u);
    std::uint64_t const all = 2 * slices + 3;
    EXPECT_DOUBLE_EQ(work.share(0, all), 0);
    EXPECT_DOUBLE_EQ(work.share(slices, all), 100.0 / 212);
    EXPECT_DOUBLE_EQ(work.share(2 * slices, all), 200.0 / 212);
    EXPECT_DOUBLE_EQ(work.share(2 * slices + 1, all), 204.0 / 212);
    EXPECT_DOUBLE_EQ(work.share(all, all), 1);
    EXPECT_DOUBLE_EQ(work.share(3 * all + slices, all), 3 + 100.0 / 212) << "a round goes over all again";
}

TEST(PredictedWork, IsEvenWhereItIsNotKnown) {
    JobPlan plan;
    plan.levels_below = 2;
    plan.root_size = 2;
    std::vector<VertexId> const lists{1, 2, 3};
    for (PredictedWork const& work : {PredictedWork(), PredictedWork(lists, true, plan)}) {
        EXPECT_DOUBLE_EQ(work.share(1, 4), 0.25);
        EXPECT_DOUBLE_EQ(work.share(4, 4), 1);
        EXPECT_DOUBLE_EQ(work.share(0, 0), 1);
    }
}

TEST(RuntimeProgress, MonitorReportsAtMostTenTimesASecond) {
    int reports = 0;
    RunOptions options;
    options.progress = [&](Progress const&) { ++reports; };
    Monitor monitor(options, 10);
    Stopwatch const watch;
    while (reports < 3 && watch.seconds() < 60) EXPECT_FALSE(monitor.poll(3, 0, 0.25));
    EXPECT_EQ(reports, 3);
    EXPECT_GE(watch.seconds(), 0.3);
}

TEST(RuntimeProgress, WhatTheCallbackThrowsEndsTheRun) {
    RunOptions options = on(DeviceKind::host, 2);
    options.progress = [](Progress const&) { throw std::domain_error("enough"); };
    EXPECT_THROW(run_slow(10000, generate_graph("gen:regular:n=2000,d=20,seed=1"), options), std::domain_error);
}

} // namespace cerrado::test
