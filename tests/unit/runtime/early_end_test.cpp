// Interrupt and deadline: the status says so, and what is counted is all of the jobs done and a part of those under way.
// Jobs are handed out in order, so both are among the first ones of the queue, on every device.
#include "runs.hpp"

#include <cerrado/run/session/session.hpp>

namespace cerrado::test {
namespace {

WideCount count_of(std::vector<VertexId> const& roots, std::uint64_t first, Graph const& prepared, int rounds,
                   RunOptions const& options) {
    RunOptions whole = on(options.device, options.device == DeviceKind::host ? options.threads : options.workers);
    whole.order = GraphOrder::given;
    whole.roots = std::vector<VertexId>(roots.begin(), roots.begin() + static_cast<long>(first));
    RunResult const result = run_slow(rounds, prepared, whole);
    EXPECT_EQ(result.status, Status::complete);
    return result.count;
}

// Runs with `options`, which end it early, and again over the roots that were done, and over those that `workers` may
// have begun besides.
void expect_part(int rounds, VertexId roots, RunOptions options, std::uint64_t workers, Status status) {
    Graph const prepared = prepare_slow(generate_graph("gen:regular:n=" + std::to_string(roots) + ",d=20,seed=1"));
    std::vector<Job> const jobs = make_jobs(prepared, {1, 1, 1, {}});
    ASSERT_EQ(jobs.size(), roots) << "one job a root";
    std::vector<VertexId> all;
    for (Job const& job : jobs) all.push_back(job.source);
    options.order = GraphOrder::given;
    options.roots = all;
    RunResult const partial = run_slow(rounds, prepared, options);
    EXPECT_EQ(to_string(partial.status), to_string(status));
    EXPECT_EQ(partial.roots.given, roots);
    ASSERT_LT(partial.roots.done, roots) << "the run took " << partial.seconds.run << " s";

    std::uint64_t const begun = std::min<std::uint64_t>(partial.roots.done + workers, roots);
    EXPECT_LE(partial.count, count_of(all, begun, prepared, rounds, options));
    if (workers == 1) {
        EXPECT_GE(partial.count, count_of(all, partial.roots.done, prepared, rounds, options));
    }
}

std::atomic<bool> const set = true;

RunOptions interrupted(RunOptions options) {
    options.interrupt = &set;
    return options;
}

RunOptions with_deadline(RunOptions options, double seconds) {
    options.deadline_seconds = seconds;
    return options;
}

constexpr int host_rounds = 10000;
constexpr int cuda_rounds = 10000000;

// A run that would take hours, with jobs that do, ends soon after it is told.
void expect_end_within_jobs(DeviceKind device, int workers) {
    Graph const graph = generate_graph("gen:complete:n=100");
    for (auto const mechanism : {BalanceMechanism::none, BalanceMechanism::stop, BalanceMechanism::share}) {
        RunOptions options = with_deadline(on(device, workers), 0.1);
        options.balance.mechanism = mechanism;
        options.balance.decide = [](WorkerStates const&) { return Decision{}; };
        SCOPED_TRACE(static_cast<int>(mechanism));
        Stopwatch const running;
        RunResult const result = run_clique(20, graph, options);
        EXPECT_LT(running.seconds(), 5);
        EXPECT_EQ(result.status, Status::deadline);
        EXPECT_LT(result.roots.done, result.roots.given);
    }
}

} // namespace

TEST(RuntimeDeadline, EndsJobsThatAreUnderWay) {
    for (int const threads : {1, 3}) expect_end_within_jobs(DeviceKind::host, threads);
    expect_end_within_jobs(DeviceKind::lockstep, 1);
}

TEST(CudaDeadline, EndsJobsThatAreUnderWay) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (int const workers : {0, 5}) expect_end_within_jobs(DeviceKind::cuda, workers);
}

TEST(RuntimeInterrupt, OnTheHostLeavesAPart) {
    for (int threads : {1, 3}) {
        auto const workers = static_cast<std::uint64_t>(threads);
        expect_part(host_rounds, 3000, interrupted(on(DeviceKind::host, threads)), workers, Status::interrupted);
    }
}

TEST(RuntimeDeadline, OnTheHostLeavesAPart) {
    for (int threads : {1, 3}) {
        auto const workers = static_cast<std::uint64_t>(threads);
        expect_part(host_rounds, 3000, with_deadline(on(DeviceKind::host, threads), 0.03), workers, Status::deadline);
    }
}

TEST(RuntimeInterrupt, OnLockstepLeavesAPart) {
    expect_part(1000, 400, interrupted(on(DeviceKind::lockstep, 1)), 1, Status::interrupted);
}

TEST(RuntimeInterrupt, AfterTheLastRootTheRunIsComplete) {
    RunResult const result = run_slow(1, generate_graph("gen:star:n=3"), interrupted(on(DeviceKind::host, 1)));
    EXPECT_EQ(result.roots.done, 3u);
    EXPECT_EQ(result.status, Status::complete);
}

TEST(RuntimeDeadline, FarAwayChangesNothing) {
    RunOptions options = on(DeviceKind::host, 2);
    options.deadline_seconds = 1e6;
    EXPECT_EQ(run_clique(3, generate_graph("gen:complete:n=9"), options).count, WideCount{84});
}

TEST(CudaInterrupt, LeavesAPart) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    std::atomic<bool> raised = false; // when roots are begun, which takes a while where others use the device too
    RunOptions options = on(DeviceKind::cuda);
    options.interrupt = &raised;
    options.progress = [&](Progress const& progress) { raised = progress.roots_done > 0; };
    expect_part(cuda_rounds, 60000, options, 60000, Status::interrupted);
}

TEST(CudaDeadline, LeavesAPart) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_part(cuda_rounds, 60000, with_deadline(on(DeviceKind::cuda), 0.15), 60000, Status::deadline);
}

} // namespace cerrado::test
