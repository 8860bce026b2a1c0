#include "unit/run/runs.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/host/host_threads.hpp>
#include <cerrado/run/detail/session/session.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <thread>

namespace cerrado::test {

// Interrupt and deadline: the status says so, and what is counted is all of the jobs done and a part of those under way.
// Jobs are handed out in order, so both are among the first ones of the queue, on every device.

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
        char const* const names[] = {"", "stop", "share"};
        EXPECT_EQ(result.chosen.balance, names[static_cast<int>(mechanism)]);
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

// A search that would take hours ends soon after it is told by the application.
void expect_end_at_a_clique(RunOptions options) {
    Graph const graph = generate_graph("gen:complete:n=100");
    for (auto const mechanism : {BalanceMechanism::none, BalanceMechanism::stop, BalanceMechanism::share}) {
        options.balance.mechanism = mechanism;
        options.balance.decide = [](WorkerStates const&) { return Decision{}; };
        SCOPED_TRACE(static_cast<int>(mechanism));
        Stopwatch const running;
        RunResult const result = run_until_clique(8, graph, options);
        EXPECT_LT(running.seconds(), 5);
        EXPECT_EQ(to_string(result.status), "limit");
        EXPECT_GT(result.count, WideCount{0});
        EXPECT_LT(result.roots.done, result.roots.given);
    }
    RunResult const none = run_until_clique(4, generate_graph("gen:grid:rows=20,columns=20"), options);
    EXPECT_EQ(to_string(none.status), "complete");
    EXPECT_EQ(none.count, WideCount{0});
}

TEST(EndOfRun, ComesSoonAfterItIsAskedFor) {
    for (int const threads : {1, 3}) expect_end_at_a_clique(on(DeviceKind::host, threads));
    expect_end_at_a_clique(on(DeviceKind::lockstep, 1));
}

TEST(EndOfRun, IsThatOfAllDevices) {
    RunOptions options;
    options.devices = {{DeviceKind::host}, {DeviceKind::host}, {DeviceKind::lockstep}};
    expect_end_at_a_clique(options);
}

// A search that would take hours ends soon after an output of the application's own is full.
void expect_end_when_full(RunOptions options) {
    bool const is_slow = options.device == DeviceKind::lockstep;
    Count const most = is_slow ? 100 : 5000;
    Graph const graph = generate_graph(is_slow ? "gen:complete:n=30" : "gen:complete:n=100");
    for (auto const mechanism : {BalanceMechanism::none, BalanceMechanism::stop, BalanceMechanism::share}) {
        options.balance.mechanism = mechanism;
        options.balance.decide = [](WorkerStates const&) { return Decision{}; };
        SCOPED_TRACE(static_cast<int>(mechanism));
        Stopwatch const running;
        RunResult const result = run_until_full(is_slow ? 4 : 8, most, graph, options);
        EXPECT_LT(running.seconds(), 5);
        EXPECT_EQ(to_string(result.status), "limit");
        EXPECT_GE(result.count, most);
        EXPECT_LT(result.roots.done, result.roots.given);
    }
    RunResult const less = run_until_full(3, most, generate_graph("gen:complete:n=9"), options);
    EXPECT_EQ(to_string(less.status), "complete");
    EXPECT_EQ(less.count, WideCount{84});
}

TEST(EndOfRun, ComesWhenAnOutputIsFull) {
    for (int const threads : {1, 3}) expect_end_when_full(on(DeviceKind::host, threads));
    expect_end_when_full(on(DeviceKind::lockstep, 1));
}

TEST(CudaEndOfRun, ComesWhenAnOutputIsFull) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (int const workers : {0, 5}) expect_end_when_full(on(DeviceKind::cuda, workers));
}

TEST(EndOfRun, LeavesACheckpointFromWhichTheRunGoesOn) {
    ScopedFolder const folder;
    RunOptions options = on(DeviceKind::host, 2);
    options.checkpoint.file = folder.path("run.checkpoint");
    Graph const graph = generate_graph("gen:complete:n=40");
    RunResult const first = run_until_clique(8, graph, options);
    EXPECT_EQ(to_string(first.status), "limit");
    RunResult const second = run_until_clique(8, graph, options);
    EXPECT_EQ(to_string(second.status), "limit");
    EXPECT_GT(second.count, first.count);
}

TEST(CudaEndOfRun, ComesSoonAfterItIsAskedFor) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (int const workers : {0, 5}) expect_end_at_a_clique(on(DeviceKind::cuda, workers));
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

// Progress: a few times a second, from the calling thread, never backwards.

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

// A run in parts that do not know of each other: their checkpoints add up to the whole, and nothing less is taken for it.

namespace {

using Program = std::function<RunResult(Graph const&, RunOptions const&)>;

Graph graph() { return generate_graph("gen:er:n=90,m=900,seed=1"); }
RunResult cliques(Graph const& of, RunOptions const& options) { return run_clique(4, of, options); }
RunResult larger_cliques(Graph const& of, RunOptions const& options) { return run_clique(5, of, options); }
RunResult motifs(Graph const& of, RunOptions options) {
    static TransitionTable const tables = TransitionTable::load(4);
    options.of<ByPatternInput>().tables = tables.ref();
    return run_motif(4, of, options);
}
RunResult slow(Graph const& of, RunOptions const& options) { return run_slow(20000, of, options); }

class RunParts : public testing::TestWithParam<DeviceKind> {
protected:
    void SetUp() override {
        if (GetParam() == DeviceKind::cuda && !why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }

    std::string file(int number) const { return folder_.path("part" + std::to_string(number) + ".ck"); }

    RunOptions options_of(int number, int of, DeviceKind device) const {
        RunOptions options = on(device, device == DeviceKind::host ? 2 : 0);
        options.checkpoint.file = file(number);
        options.checkpoint.key = "this run";
        options.checkpoint.part = {number, of};
        return options;
    }

    // Every other part is the host's.
    void run_part(Program const& run, int number, int of) const {
        run(graph(), options_of(number, of, number % 2 == 0 ? DeviceKind::host : GetParam()));
    }

    RunOptions merging(std::vector<int> const& numbers, DeviceKind device = DeviceKind::host) const {
        RunOptions options = on(device);
        options.checkpoint.key = "this run";
        for (int const number : numbers) options.checkpoint.merged.push_back(file(number));
        return options;
    }

    ScopedFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Host, RunParts, testing::Values(DeviceKind::host));
INSTANTIATE_TEST_SUITE_P(Lockstep, RunParts, testing::Values(DeviceKind::lockstep));
INSTANTIATE_TEST_SUITE_P(Cuda, RunParts, testing::Values(DeviceKind::cuda));

TEST_P(RunParts, AddUpToTheWhole) {
    for (Program const& run : {Program(cliques), Program(motifs)}) {
        RunResult const whole = run(graph(), on(DeviceKind::host));
        for (int of = 1; of <= (GetParam() == DeviceKind::lockstep ? 3 : 9); ++of) {
            std::vector<int> numbers;
            for (int number = 1; number <= of; ++number) {
                run_part(run, number, of);
                numbers.insert(numbers.begin(), number);
            }
            RunResult const sum = run(graph(), merging(numbers, GetParam()));
            EXPECT_EQ(sum.count, whole.count) << of;
            EXPECT_EQ(sum.status, Status::complete);
            EXPECT_EQ(sum.roots.done, sum.roots.given);
            for (int const number : numbers) std::filesystem::remove(file(number));
        }
    }
}

TEST_P(RunParts, MoreThanJobsAddUp) {
    Graph const small = generate_graph("gen:complete:n=5");
    std::vector<int> numbers;
    for (int number = 1; number <= 40; ++number) {
        cliques(small, options_of(number, 40, GetParam()));
        numbers.push_back(number);
    }
    EXPECT_EQ(cliques(small, merging(numbers)).count, 5u);
}

TEST_P(RunParts, OnSeveralDevicesAddUp) {
    for (int number = 1; number <= 2; ++number) {
        RunOptions options = options_of(number, 2, GetParam());
        options.devices = {{GetParam(), 0}, {DeviceKind::host, 0}};
        options.threads = 2;
        cliques(graph(), options);
    }
    EXPECT_EQ(cliques(graph(), merging({1, 2})).count, cliques(graph(), on(DeviceKind::host)).count);
}

TEST_P(RunParts, ThatWereEndedGoOnBeforeTheyAreMerged) {
    std::atomic<bool> const ends = true;
    RunOptions first = options_of(1, 2, GetParam());
    first.interrupt = &ends;
    slow(graph(), first);
    run_part(slow, 2, 2);
    EXPECT_NE(message_of<InputError>([&] {
                  slow(graph(), merging({1, 2}));
              }).find("part 1 of 2 is not done"),
              std::string::npos);
    slow(graph(), options_of(1, 2, DeviceKind::host));
    EXPECT_EQ(slow(graph(), merging({1, 2})).count, slow(graph(), on(DeviceKind::host)).count);
}

TEST_P(RunParts, AreNotTakenForAnythingElse) {
    for (int number = 1; number <= 4; ++number) run_part(cliques, number, 4);
    auto const refusal = [&](std::function<void()> const& run) { return message_of<InputError>(run); };
    auto const expect = [](std::string const& message, std::string const& part) {
        EXPECT_NE(message.find(part), std::string::npos) << message;
    };
    expect(refusal([&] { cliques(graph(), merging({1, 3})); }), "4 parts, and these are missing: 2, 4");
    expect(refusal([&] { cliques(graph(), merging({1, 2, 2, 3, 4})); }), "part 2 of 4 is in");
    expect(refusal([&] { larger_cliques(graph(), merging({1, 2, 3, 4})); }), "the checkpoint is of the application");
    expect(refusal([&] { cliques(generate_graph("gen:er:n=90,m=900,seed=2"), merging({1, 2, 3, 4})); }), "a graph");
    RunOptions other = options_of(1, 3, DeviceKind::host);
    expect(refusal([&] { cliques(graph(), other); }), "the checkpoint is of part 1 of 4, and part 1 of 3 is asked for");
    other.checkpoint.part = {};
    expect(refusal([&] { cliques(graph(), other); }), "go on with it as that part");
    other.checkpoint.file = file(5);
    other.checkpoint.part = {3, 5};
    cliques(graph(), other);
    expect(refusal([&] { cliques(graph(), merging({1, 2, 3, 4, 5})); }), "different runs");
    for (PartOfRun const part : {PartOfRun{0, 2}, PartOfRun{3, 2}, PartOfRun{1, 0}}) {
        RunOptions bad = options_of(7, 1, DeviceKind::host);
        bad.checkpoint.part = part;
        expect(refusal([&] { cliques(graph(), bad); }), "expected 1 to 65536 parts");
    }
    RunOptions twice = merging({1, 2, 3, 4});
    twice.checkpoint.file = file(8);
    expect(refusal([&] { cliques(graph(), twice); }), "no checkpoint and no part of its own");
    EXPECT_EQ(cliques(graph(), merging({4, 3, 2, 1})).count, cliques(graph(), on(DeviceKind::host)).count);
}

TEST_P(RunParts, OfListsAreRefused) {
    RunOptions options = options_of(1, 2, GetParam());
    options.checkpoint.mark = [] { return std::uint64_t{0}; };
    options.checkpoint.go_back = [](std::uint64_t) {};
    options.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {};
    EXPECT_NE(message_of<InputError>([&] { run_list(3, graph(), options); }).find("a sink"), std::string::npos);
}

} // namespace

} // namespace cerrado::test

namespace cerrado {

// The threads of a run on the host: every part of a launch is done once, whoever does it.

namespace {

using namespace std::chrono_literals;

void finish(HostThreads& threads) {
    threads.wait(1ms, [] { return false; });
}

TEST(HostThreads, DoEveryPartOfEveryLaunchOnce) {
    for (int const parts : {1, 2, 7}) {
        std::vector<std::atomic<int>> done(static_cast<std::size_t>(parts));
        HostThreads threads(parts, false, [&](int part) { ++done[static_cast<std::size_t>(part)]; });
        for (int launch = 1; launch <= 300; ++launch) {
            threads.launch();
            finish(threads);
            for (std::atomic<int> const& times : done) ASSERT_EQ(times, launch) << parts;
        }
    }
}

TEST(HostThreads, BringOthersToLongParts) {
    std::barrier all(4);
    HostThreads threads(4, false, [&](int) { all.arrive_and_wait(); }); // one thread alone would wait for ever
    for (int launch = 0; launch < 50; ++launch) {
        threads.launch();
        finish(threads);
    }
}

TEST(HostThreads, AreAllThereForPartsThatWaitForEachOther) {
    std::barrier all(6);
    HostThreads threads(6, true, [&](int) { all.arrive_and_wait(); });
    for (int launch = 0; launch < 50; ++launch) {
        threads.launch();
        finish(threads);
    }
}

TEST(HostThreads, LetTheCallerLookMeanwhile) {
    std::atomic<bool> goes_on = true;
    HostThreads threads(2, false, [&](int) {
        while (goes_on) std::this_thread::yield();
    });
    threads.launch();
    int looks = 0;
    threads.wait(100us, [&] {
        goes_on = ++looks < 5;
        return looks == 3; // then it looks again at once
    });
    EXPECT_GE(looks, 5);
}

TEST(HostThreads, RethrowWhatAPartThrewWhenTheOthersHaveEnded) {
    std::atomic<int> done = 0;
    HostThreads threads(5, false, [&](int part) {
        if (part == 3) throw std::runtime_error("part 3");
        ++done;
    });
    threads.launch();
    EXPECT_THROW(finish(threads), std::runtime_error);
    EXPECT_EQ(done, 4);
}

TEST(HostThreads, MayEndWithoutALaunch) {
    HostThreads const one(3, false, [](int) {});
    HostThreads const all(3, true, [](int) {});
}

} // namespace

} // namespace cerrado
