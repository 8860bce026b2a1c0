// The time of each job, as a run observes it.
#include "runs.hpp"
#include "unit/scoped_folder.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace cerrado::test {
namespace {

class JobTimesOfRun : public testing::TestWithParam<DeviceKind> {
protected:
    void SetUp() override {
        if (GetParam() == DeviceKind::cuda && !why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
};

INSTANTIATE_TEST_SUITE_P(Host, JobTimesOfRun, testing::Values(DeviceKind::host));
INSTANTIATE_TEST_SUITE_P(Lockstep, JobTimesOfRun, testing::Values(DeviceKind::lockstep));
INSTANTIATE_TEST_SUITE_P(Cuda, JobTimesOfRun, testing::Values(DeviceKind::cuda));

TEST_P(JobTimesOfRun, IsThatOfItsWorker) {
    Graph const graph = generate_graph("gen:er:n=60,m=300,seed=1");
    RunOptions options = on(GetParam(), 2);
    RunResult const expected = run_slow(1000, graph, options);
    std::vector<std::uint64_t> times;
    options.balance.observe_jobs = [&](std::span<std::uint64_t const> nanoseconds) {
        EXPECT_TRUE(times.empty()) << "called twice";
        times.assign(nanoseconds.begin(), nanoseconds.end());
    };
    RunResult const result = run_slow(1000, graph, options);
    EXPECT_EQ(result.count, expected.count);
    ASSERT_EQ(times.size(), result.roots.given);
    EXPECT_EQ(std::ranges::count(times, std::uint64_t{0}), 0);
    double const sum = std::accumulate(times.begin(), times.end(), 0.0) * 1e-9;
    EXPECT_LE(sum, result.device.workers * result.seconds.run * 1.01);
}

TEST_P(JobTimesOfRun, AreKnownOnlyIfOneWorkerDoesAJobOnce) {
    ScopedFolder const folder;
    Graph const graph = generate_graph("gen:cycle:n=10");
    auto const refused = [&](auto const& change) {
        RunOptions options = on(GetParam(), 2);
        options.balance.observe_jobs = [](std::span<std::uint64_t const>) {};
        change(options);
        return message_of<InputError>([&] { run_slow(1, graph, options); });
    };
    EXPECT_NE(
        refused([](RunOptions& options) { options.balance.mechanism = BalanceMechanism::share; }).find("observe_jobs"),
        std::string::npos);
    EXPECT_NE(refused([&](RunOptions& options) { options.checkpoint.file = folder.path("ck"); }).find("observe_jobs"),
              std::string::npos);
    EXPECT_NE(refused([](RunOptions& options) {
                  options.devices = {{DeviceKind::host, 0}, {DeviceKind::host, 1}};
              }).find("observe_jobs"),
              std::string::npos);
}

} // namespace
} // namespace cerrado::test
