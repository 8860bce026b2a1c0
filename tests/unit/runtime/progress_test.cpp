// Progress: a few times a second, from the calling thread, never backwards.
#include "runs.hpp"

#include <cerrado/runtime/session.hpp>

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
        if (i == 0) continue;
        EXPECT_GE(reports[i].roots_done, reports[i - 1].roots_done);
        EXPECT_GE(reports[i].seconds, reports[i - 1].seconds + 0.1);
    }
    EXPECT_GT(reports.back().roots_done, 0u);
    EXPECT_EQ(result.status, Status::complete);
}

TEST(RuntimeProgress, MonitorReportsAtMostTenTimesASecond) {
    int reports = 0;
    RunOptions options;
    options.progress = [&](Progress const&) { ++reports; };
    Monitor monitor(options, 10);
    Stopwatch const watch;
    while (reports < 3 && watch.seconds() < 60) EXPECT_FALSE(monitor.poll(3));
    EXPECT_EQ(reports, 3);
    EXPECT_GE(watch.seconds(), 0.3);
}

TEST(RuntimeProgress, WhatTheCallbackThrowsEndsTheRun) {
    RunOptions options = on(DeviceKind::host, 2);
    options.progress = [](Progress const&) { throw std::domain_error("enough"); };
    EXPECT_THROW(run_slow(10000, generate_graph("gen:regular:n=2000,d=20,seed=1"), options), std::domain_error);
}

} // namespace cerrado::test
