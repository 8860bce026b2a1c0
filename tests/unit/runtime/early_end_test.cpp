// Interrupt and deadline: the status says so, and the counts are exact for the roots done. Jobs are handed out in order
// and those begun are finished, so the roots done are the first ones of the queue, on every device.
#include "runs.hpp"

namespace cerrado::test {
namespace {

// Runs with `options`, which end it early, and again over the roots that were done.
void expect_exact_part(int rounds, VertexId roots, RunOptions options, Status status) {
    Graph const prepared = prepare_slow(generate_graph("gen:regular:n=" + std::to_string(roots) + ",d=20,seed=1"));
    std::vector<Job> const jobs = make_jobs(prepared, {1, 1, 1, {}});
    ASSERT_EQ(jobs.size(), roots) << "one job a root";
    std::vector<VertexId> all;
    for (Job const& job : jobs) all.push_back(job.source);
    options.roots = all;
    RunResult const partial = run_slow(rounds, prepared, options);
    EXPECT_EQ(to_string(partial.status), to_string(status));
    EXPECT_EQ(partial.roots.given, roots);
    ASSERT_LT(partial.roots.done, roots) << "the run took " << partial.seconds.run << " s";
    ASSERT_GT(partial.roots.done, 0u);

    RunOptions whole = on(options.device, options.device == DeviceKind::host ? options.threads : options.workers);
    whole.roots = std::vector<VertexId>(all.begin(), all.begin() + static_cast<long>(partial.roots.done));
    RunResult const expected = run_slow(rounds, prepared, whole);
    EXPECT_EQ(expected.status, Status::complete);
    EXPECT_GT(expected.count, WideCount{0});
    EXPECT_EQ(partial.count, expected.count);
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

} // namespace

TEST(RuntimeInterrupt, OnTheHostLeavesAnExactPart) {
    for (int threads : {1, 3}) {
        expect_exact_part(host_rounds, 3000, interrupted(on(DeviceKind::host, threads)), Status::interrupted);
    }
}

TEST(RuntimeDeadline, OnTheHostLeavesAnExactPart) {
    for (int threads : {1, 3}) {
        expect_exact_part(host_rounds, 3000, with_deadline(on(DeviceKind::host, threads), 0.03), Status::deadline);
    }
}

TEST(RuntimeInterrupt, OnLockstepLeavesAnExactPart) {
    expect_exact_part(1000, 400, interrupted(on(DeviceKind::lockstep, 1)), Status::interrupted);
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

TEST(CudaInterrupt, LeavesAnExactPart) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    std::atomic<bool> raised = false; // when roots are begun, which takes a while where others use the device too
    RunOptions options = on(DeviceKind::cuda);
    options.interrupt = &raised;
    options.progress = [&](Progress const& progress) { raised = progress.roots_done > 0; };
    expect_exact_part(cuda_rounds, 60000, options, Status::interrupted);
}

TEST(CudaDeadline, LeavesAnExactPart) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_exact_part(cuda_rounds, 60000, with_deadline(on(DeviceKind::cuda), 0.15), Status::deadline);
}

} // namespace cerrado::test
