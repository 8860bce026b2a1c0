#include "unit/run/runs.hpp"

#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/calibration.hpp>
#include <cerrado/run/detail/conduct/balancer.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/plan.hpp>

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

namespace cerrado::test {

// How many workers fit, and a refusal that names the numbers.

TEST(RuntimePlan, TakesAsManyWorkersAsFit) {
    WorkerLayout layout;
    layout.entries[0] = 250;
    layout.entry_bytes[0] = 4; // 1000 bytes in all
    EXPECT_EQ(fit_workers(layout, 7, 100000), 7);
    EXPECT_EQ(fit_workers(layout, 7, 3999), 3);
    EXPECT_EQ(fit_workers(layout, 7, 1000), 1);
}

TEST(RuntimePlan, RefusesWithTheNumbers) {
    WorkerLayout layout;
    layout.entries[0] = 250;
    layout.entry_bytes[0] = 4;
    try {
        fit_workers(layout, 7, 999);
        FAIL() << "nothing fits, and no error came";
    } catch (Error const& error) {
        std::string const message = error.what();
        EXPECT_EQ(error.exit_code(), ExitCode::failed);
        EXPECT_NE(message.find("needs 1000 bytes"), std::string::npos) << message;
        EXPECT_NE(message.find("999 are available"), std::string::npos) << message;
    }
}

TEST(RuntimePlan, RefusesAGraphThatTheDeviceCannotHold) {
    std::uint64_t const gibibyte = std::uint64_t{1} << 30;
    EXPECT_NO_THROW(require_room("the graph", 80 * gibibyte, 80 * gibibyte));
    try {
        require_room("the graph", 160 * gibibyte, 80 * gibibyte);
        FAIL() << "it does not fit, and no error came";
    } catch (Error const& error) {
        EXPECT_STREQ(error.what(),
                     "the graph needs 163840.0 MiB of device memory, and 81920.0 MiB are free; use "
                     "--device host, or a device with more memory");
    }
}

// estimate(): what run() will need, without running.

TEST(RuntimeEstimate, IsWhatTheRunReports) {
    TransitionTable const tables = TransitionTable::build(5);
    Graph const graph = generate_graph("gen:ba:n=200,m=3,seed=1");
    for (RunOptions options : {on(DeviceKind::host, 3), on(DeviceKind::lockstep, 1)}) {
        options.of<ByPattern>().tables = tables.ref();
        if (options.device == DeviceKind::lockstep) options.roots = std::vector<VertexId>{198, 199};
        RunPlan const plan = estimate_motif(5, graph, options);
        RunResult const result = run_motif(5, graph, options);
        EXPECT_EQ(plan.device.kind, result.device.kind);
        EXPECT_EQ(plan.device.workers, result.device.workers);
        EXPECT_EQ(plan.roots, result.roots.given);
        EXPECT_EQ(plan.device.memory.graph_bytes, result.device.memory.graph_bytes);
        EXPECT_EQ(plan.device.memory.traversal_bytes, result.device.memory.traversal_bytes);
        EXPECT_EQ(plan.device.memory.traversal_bytes, static_cast<std::uint64_t>(plan.device.workers) *
                                                          (plan.bytes_per_worker + plan.fast_bytes_per_worker));
        EXPECT_NE(plan.describe().find(plan.device.kind), std::string::npos);
    }
}

// The warp width: which one a run gets, and who may ask for one.

namespace {

constexpr std::array full_alone{full_warp_width};

} // namespace

TEST(RuntimeWarpWidth, IsThatOfTheDeviceUnlessAskedFor) {
    EXPECT_EQ(choose_warp_width(0, DeviceKind::cuda, full_alone), 32);
    EXPECT_EQ(choose_warp_width(0, DeviceKind::host, full_alone), 0);
    EXPECT_EQ(choose_warp_width(0, DeviceKind::lockstep, all_warp_widths), 0);
    for (int const width : all_warp_widths) {
        EXPECT_EQ(choose_warp_width(width, DeviceKind::cuda, all_warp_widths), width);
    }
}

TEST(RuntimeWarpWidth, OneThatNoTileCanHaveIsRefused) {
    for (int const width : {-8, 2, 4, 31, 64}) {
        EXPECT_EQ(message_of<InputError>([&] { choose_warp_width(width, DeviceKind::cuda, all_warp_widths); }),
                  "a warp width of " + std::to_string(width) + " is not supported; choose one of 1, 8, 16, 32");
    }
}

TEST(RuntimeWarpWidth, OneThatIsNotCompiledIsRefusedWithThoseThatAre) {
    std::string const message = message_of<InputError>([] { choose_warp_width(8, DeviceKind::cuda, full_alone); });
    EXPECT_EQ(message.find("this application is not compiled for a warp width of 8, but for 32;"), 0u) << message;
    EXPECT_NE(message.find("warp_widths = all_warp_widths"), std::string::npos) << message;
    constexpr std::array narrow{8, 16};
    std::string const full = message_of<InputError>([&] { choose_warp_width(0, DeviceKind::cuda, narrow); });
    EXPECT_EQ(full.find("this application is not compiled for a warp width of 32, but for 8, 16;"), 0u) << full;
}

TEST(RuntimeWarpWidth, IsRefusedWhereThereIsNoHardwareWarp) {
    Graph const graph = generate_graph("gen:complete:n=6");
    RunOptions options = on(DeviceKind::host, 1);
    for (int const width : {1, 8, 32}) {
        options.warp_width = width;
        EXPECT_EQ(message_of<InputError>([&] { run_clique(3, graph, options); }),
                  "a warp width of " + std::to_string(width) +
                      " needs CUDA, and this run is on the host; leave it out, or use --device cuda");
    }
    options.device = DeviceKind::lockstep;
    EXPECT_NE(message_of<InputError>([&] { run_clique(3, graph, options); }).find("is on lockstep;"),
              std::string::npos);
    options.device = DeviceKind::automatic;
    if (!why_no_cuda().empty()) message_of<InputError>([&] { run_clique(3, graph, options); });
    options = on(DeviceKind::host, 1);
    EXPECT_EQ(run_clique(3, graph, options).count, WideCount{20});
}

// Compiled for a full warp alone, as an application is that says nothing about it.
TEST(RuntimeWarpWidthCuda, ApplicationOfFullWarpsRefusesAnother) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    Graph const graph = generate_graph("gen:complete:n=6");
    RunOptions options = on(DeviceKind::cuda);
    options.warp_width = 8;
    EXPECT_NE(message_of<InputError>([&] { run_clique(3, graph, options); }).find("but for 32"), std::string::npos);
    options.warp_width = 32;
    EXPECT_EQ(run_clique(3, graph, options).count, WideCount{20});
}

} // namespace cerrado::test

namespace cerrado {

// What load balancing starts from: the rules from measurement to defaults, and the measurement on the devices that
// are here.

namespace {

using std::chrono::microseconds;

double idle_share(std::vector<double> const& throughput) { return detail::tolerable_idle_share(throughput); }

TEST(TolerableIdleShare, IsTheLastThatKeepsTheThroughput) {
    EXPECT_EQ(idle_share({1, 1, 0.99, 0.96, 0.9, 0.7}), 3.0 / 8);
    EXPECT_EQ(idle_share({1, 0.951, 0.949, 0.8, 0.7, 0.6}), 1.0 / 8);
}

TEST(TolerableIdleShare, ComparesWithTheBestShareNotWithAll) {
    EXPECT_EQ(idle_share({1, 1.1, 1.2, 1.15, 1.0, 0.9}), 3.0 / 8);
    EXPECT_EQ(idle_share({1, 0.94, 0.96, 0.9, 0.8, 0.7}), 2.0 / 8); // a dip on the way does not end it
}

TEST(TolerableIdleShare, StaysBetweenATwentiethAndThreeFifths) {
    EXPECT_EQ(idle_share({1, 0.9, 0.8, 0.7, 0.6, 0.5}), 0.05);
    EXPECT_EQ(idle_share({1, 1, 1, 1, 1, 1}), 0.6);
}

TEST(DonationsThatFit, FillTheQueueAtMost) {
    for (double const threshold : {0.05, 0.25, 0.375, 0.6}) {
        for (int const workers : {64, 1000, 4224, 8448}) {
            double const donations = detail::donations_that_fit(threshold, workers);
            auto const room = static_cast<double>(share_queue_room(static_cast<std::uint64_t>(workers)));
            EXPECT_LE(donations * threshold * workers, room);
            if (donations < 16) {
                EXPECT_GT((donations + 1) * (threshold * workers + 1), room);
            }
        }
    }
}

TEST(DonationsThatFit, AreFromOneToSixteen) {
    EXPECT_EQ(detail::donations_that_fit(0, 2), 16u);
    EXPECT_EQ(detail::donations_that_fit(0.5, 4096), 6u);    // 16,384 less 4,096 for 2,048
    EXPECT_EQ(detail::donations_that_fit(0.6, 1 << 20), 4u); // the queue grows with the workers
}

TEST(RoundPoll, GivesTheNearestOfAFewReadableTimes) {
    EXPECT_EQ(detail::round_poll(1e-9), microseconds(20));
    EXPECT_EQ(detail::round_poll(24e-6), microseconds(20));
    EXPECT_EQ(detail::round_poll(45e-6), microseconds(50));
    EXPECT_EQ(detail::round_poll(130e-6), microseconds(100));
    EXPECT_EQ(detail::round_poll(160e-6), microseconds(200));
    EXPECT_EQ(detail::round_poll(3), microseconds(1000));
}

TEST(BalanceDefaults, OfAGpuFollowFromItsMeasurement) {
    std::vector<double> const throughput = {1, 1, 0.97, 0.9, 0.8, 0.6};
    BalanceDefaults const defaults = detail::defaults_from({132, 32, throughput, 11e-6, false});
    EXPECT_EQ(defaults.workers, 132 * 32);
    EXPECT_EQ(defaults.threshold, 0.25);
    EXPECT_EQ(defaults.donations, 16u); // 32,768 less 4,224 for 1,056
    EXPECT_EQ(defaults.poll, microseconds(100));
    EXPECT_NE(defaults.origins.workers.find("32 warps resident on each of 132"), std::string::npos);
    EXPECT_NE(defaults.origins.threshold.find("100, 100, 97, 90, 80, 60 %"), std::string::npos);
    EXPECT_NE(defaults.origins.donations.find("1056 workers are idle"), std::string::npos);
    EXPECT_NE(defaults.origins.poll.find("11.0us"), std::string::npos);
}

TEST(BalanceDefaults, OfTheHostCallForWorkWhenOneThreadIsIdle) {
    BalanceDefaults const defaults = detail::defaults_from({16, 1, {}, 5e-6, true});
    EXPECT_EQ(defaults.workers, 16);
    EXPECT_EQ(defaults.threshold, 0);
    EXPECT_EQ(defaults.donations, 16u);
    EXPECT_EQ(defaults.poll, microseconds(500));
}

void require_sensible(BalanceDefaults const& defaults) {
    EXPECT_GE(defaults.workers, 1);
    EXPECT_GE(defaults.donations, 1u);
    EXPECT_LE(defaults.donations, 16u);
    EXPECT_GE(defaults.poll, microseconds(20));
    EXPECT_LE(defaults.poll, microseconds(1000));
    for (std::string const& origin :
         {defaults.origins.workers, defaults.origins.threshold, defaults.origins.donations, defaults.origins.poll}) {
        EXPECT_FALSE(origin.empty());
    }
}

TEST(BalanceDefaults, AreMeasuredOnceWhoeverAsks) {
    std::vector<BalanceDefaults const*> seen(8);
    {
        std::vector<std::jthread> threads;
        for (auto& place : seen) threads.emplace_back([&place] { place = &balance_defaults(DeviceKind::host); });
    }
    for (BalanceDefaults const* each : seen) EXPECT_EQ(each, seen.front());
    require_sensible(*seen.front());
    EXPECT_EQ(seen.front()->workers, static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
    EXPECT_NE(&balance_defaults(DeviceKind::lockstep), seen.front());
    EXPECT_EQ(balance_defaults(DeviceKind::lockstep).workers, 1);
}

TEST(BalanceDefaultsCuda, AreMeasuredOrRefused) {
    std::string const reason = why_no_cuda();
    if (!reason.empty()) {
        EXPECT_THROW(balance_defaults(DeviceKind::cuda), Error);
        EXPECT_EQ(&balance_defaults(), &balance_defaults(DeviceKind::host));
        GTEST_SKIP() << "no CUDA device: " << reason;
    }
    BalanceDefaults const& defaults = balance_defaults(DeviceKind::cuda);
    require_sensible(defaults);
    EXPECT_EQ(&balance_defaults(), &defaults);
    EXPECT_EQ(defaults.workers % list_devices().front().multiprocessors, 0);
    EXPECT_GE(defaults.threshold, 0.05);
    EXPECT_LE(defaults.threshold, 0.6);
}

TEST(ListDevices, HasAnEntryForCudaInAnyCase) {
    std::vector<DeviceDescription> const devices = list_devices();
    ASSERT_GE(devices.size(), 2u);
    EXPECT_EQ(devices.front().kind, "cuda");
    EXPECT_EQ(devices.front().note, why_no_cuda());
    EXPECT_EQ(devices.front().name == "-", !why_no_cuda().empty());
    EXPECT_EQ(devices.back().kind, "host");
    EXPECT_EQ(devices.back().note, "");
}

} // namespace

} // namespace cerrado

namespace cerrado::test {

// What a caller did wrong is an InputError, what the machine lacks an Error; both say what to do.

namespace {

Graph small() { return generate_graph("gen:complete:n=6"); }
RunOptions host() { return on(DeviceKind::host, 1); }

} // namespace

TEST(RuntimeErrors, KOutOfRange) {
    for (int k : {-1, 1, 2, 33, 1000}) {
        EXPECT_EQ(message_of<InputError>([&] { run_clique(k, small(), host()); }),
                  "k = " + std::to_string(k) + " is not supported here; choose k from 3 to 32");
    }
    EXPECT_EQ(message_of<InputError>([&] { run_motif(10, small(), host()); }),
              "k = 10 is not supported here; choose k from 3 to 9");
}

TEST(RuntimeErrors, KOfTheOptionsDiffersFromTheApplications) {
    RunOptions options = host();
    options.k = 4;
    EXPECT_NE(message_of<InputError>([&] { run_clique(5, small(), options); }).find("differ"), std::string::npos);
    EXPECT_EQ(run_clique(4, small(), options).count, WideCount{15});
    EXPECT_EQ(run_clique_of_options(small(), options).count, WideCount{15});
}

TEST(RuntimeErrors, KBeyondWhatTheApplicationsTraversalHolds) {
    RunOptions options = host();
    options.k = 6;
    EXPECT_EQ(message_of<InputError>([&] { run_clique_of_options(small(), options); }),
              "k = 6 is not supported here; choose k from 3 to 5");
}

// Its callbacks would go by k = 0 while the runtime goes by 4.
TEST(RuntimeErrors, ApplicationWhoseKIsZeroIsRefusedWhateverTheOptionsSay) {
    RunOptions options = host();
    options.k = 4;
    EXPECT_NE(message_of<InputError>([&] { run_clique(0, small(), options); }), "");
    EXPECT_NE(message_of<InputError>([&] { run_clique_of_options(small(), host()); }), "");
}

TEST(RuntimeErrors, TablesOfAnotherK) {
    TransitionTable const tables = TransitionTable::build(5);
    RunOptions options = host();
    options.of<ByPattern>().tables = tables.ref();
    EXPECT_EQ(message_of<InputError>([&] { run_motif(4, small(), options); }),
              "the pattern tables are for k = 5, the run is for k = 4; load tables for k = 4");
}

TEST(RuntimeErrors, TablesMissing) {
    EXPECT_NE(message_of<InputError>([] { run_motif(4, small(), host()); }).find("ByPatternInput::tables"),
              std::string::npos);
    EXPECT_NE(message_of<InputError>([] { run_motif_paper(4, small(), host()); }).find("ByPatternInput::tables"),
              std::string::npos);
}

TEST(RuntimeErrors, SinkMissing) {
    EXPECT_NE(message_of<InputError>([] { run_list(3, small(), host()); }).find("StoreInput::sink"), std::string::npos);
}

TEST(RuntimeErrors, TwoSinks) {
    RunOptions options = host();
    options.of<Store>().sink = options.of<Store>().batch_sink = [](std::span<OriginalId const>) {};
    EXPECT_NE(message_of<InputError>([&] { run_list(3, small(), options); }).find("one of them"), std::string::npos);
}

TEST(RuntimeErrors, SinksThatTheGraphOrTheDeviceDoesNotAllow) {
    auto const message = [](RunOptions const& options, Graph const& graph) {
        return message_of<InputError>([&] { run_list(3, graph, options); });
    };
    Edge const edges[] = {{0, 1}, {0, 2}, {1, 2}};
    Graph const wide = graph_from_edges(3, edges, {1, 2, OriginalId{1} << 32});
    RunOptions narrow = host();
    narrow.of<Store>().narrow_sink = [](std::span<std::uint32_t const>) {};
    EXPECT_NE(message(narrow, wide).find("StoreInput::batch_sink"), std::string::npos);
    RunOptions device = host();
    device.of<Store>().device_sink = [](DeviceBatch const&) {};
    EXPECT_NE(message(device, small()).find("narrow_sink"), std::string::npos);
}

TEST(RuntimeErrors, LimitOfACount) {
    RunOptions options = host();
    options.of<Store>().limit = 5;
    EXPECT_NE(message_of<InputError>([&] { run_clique(3, small(), options); }).find("StoreInput::limit"),
              std::string::npos);
}

TEST(RuntimeErrors, RootThatIsNoVertex) {
    RunOptions options = host();
    options.roots = std::vector<VertexId>{0, 6};
    EXPECT_EQ(message_of<InputError>([&] { run_clique(3, small(), options); }),
              "root 6 is not a vertex; the graph has 6");
}

TEST(RuntimeErrors, DeviceThatIsNotThere) {
    if (why_no_cuda().empty()) GTEST_SKIP() << "a CUDA device is here";
    std::string const message = message_of<Error>([] { run_clique(3, small(), on(DeviceKind::cuda)); });
    EXPECT_NE(message.find(why_no_cuda()), std::string::npos) << message;
    EXPECT_NE(message.find("--device host"), std::string::npos) << message;
    EXPECT_EQ(run_clique(3, small(), on(DeviceKind::automatic)).device.kind, "host");
}

TEST(RuntimeErrors, ExitCodesTellWhoMustAct) {
    EXPECT_EQ(InputError("").exit_code(), ExitCode::bad_input);
    EXPECT_EQ(Error("").exit_code(), ExitCode::failed);
}

// What outputs are given for a run.

namespace {

struct OwnInput {
    int number = 7;
};
struct OwnOutput {
    using Input = OwnInput;
};

} // namespace

TEST(OutputInputs, HaveDefaultsUntilSet) {
    RunOptions const unset;
    EXPECT_EQ(unset.of<OwnOutput>().number, 7);
    EXPECT_EQ(unset.of<StoreInput>().sinks(), 0);
    EXPECT_FALSE(unset.of<StoreInput>().limit);
}

TEST(OutputInputs, AreFoundByOutputAndByInput) {
    RunOptions options;
    options.of<OwnOutput>().number = 1;
    options.of<StoreInput>().limit = 5;
    EXPECT_EQ(options.of<OwnInput>().number, 1);
    EXPECT_EQ(options.of<StoreInput>().limit, 5u);
    options.of<OwnInput>().number = 2;
    EXPECT_EQ(options.of<OwnOutput>().number, 2);
}

TEST(OutputInputs, OfACopyAreItsOwn) {
    RunOptions options;
    options.of<OwnOutput>().number = 1;
    RunOptions copy = options;
    copy.of<OwnOutput>().number = 3;
    copy.of<StoreInput>().sink = [](std::span<OriginalId const>) {};
    EXPECT_EQ(options.of<OwnOutput>().number, 1);
    EXPECT_EQ(options.of<StoreInput>().sinks(), 0);
    EXPECT_EQ(copy.of<StoreInput>().sinks(), 1);
}

} // namespace cerrado::test
