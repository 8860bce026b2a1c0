// The warp width: which one a run gets, who may ask for one, and what a narrower warp gets of the shared memory.
#include "runs.hpp"

#include <array>

namespace cerrado::test {
namespace {

constexpr std::array full_alone{full_warp_width};

TraversalNeeds motif_needs(int k, int counted_levels) {
    TraversalNeeds needs;
    needs.k = k;
    needs.counted_levels = counted_levels;
    needs.edges = true;
    return needs;
}

WorkerLayout plan(Graph const& graph, int k, int counted_levels, int width) {
    return plan_worker(motif_needs(k, counted_levels), shape_of(graph), graph, WorkerKind::warp, width);
}

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
                      " is for CUDA, and this run is on the host; leave it out, or use --device cuda");
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

TEST(RuntimeWarpWidth, NarrowerWarpsGetTheirShareOfTheSmallTable) {
    Graph const graph = generate_graph("gen:regular:n=2000,d=30,seed=1");
    std::uint32_t const full = plan(graph, 4, 1, 32).small_slots;
    EXPECT_GE(full, 256u);
    EXPECT_EQ(plan(graph, 4, 1, 16).small_slots, full / 2);
    EXPECT_EQ(plan(graph, 4, 1, 8).small_slots, full / 4);
    for (int const width : all_warp_widths) {
        WorkerLayout const layout = plan(graph, 4, 1, width);
        EXPECT_EQ(layout.small_slots & (layout.small_slots - 1), 0u) << "not a power of two";
        EXPECT_TRUE(layout.small_slots == 0 || layout.small_slots >= 16) << layout.small_slots;
        EXPECT_EQ(layout.large_slots, plan(graph, 4, 1, 32).large_slots) << "every neighbourhood must fit still";
        EXPECT_EQ(layout.extension_entries, plan(graph, 4, 1, 32).extension_entries);
    }
}

// 64 slots of a full warp leave 2 for one lane: too few to be of use.
TEST(RuntimeWarpWidth, OneLaneMayHaveNoSmallTable) {
    Graph const graph = generate_graph("gen:regular:n=300,d=3,seed=1");
    EXPECT_EQ(plan(graph, 5, 1, 32).small_slots, 64u);
    EXPECT_EQ(plan(graph, 5, 1, 8).small_slots, 16u);
    WorkerLayout const lane = plan(graph, 5, 1, 1);
    EXPECT_EQ(lane.small_slots, 0u);
    EXPECT_EQ(lane.fast_bytes(), (3u << 3) * sizeof(std::uint32_t)) << "counters of three vertices' masks alone";
    EXPECT_EQ(lane.large_slots, 64u);
}

TEST(RuntimeWarpWidth, PairCountersLeaveTheFastMemoryOfNarrowWarps) {
    Graph const graph = generate_graph("gen:ba:n=200,m=3,seed=1");
    struct Case {
        int k, width;
        bool fast;
    };
    for (auto const& [k, width, fast] : {Case{7, 32, true},
                                         {8, 32, false},
                                         {7, 16, false},
                                         {6, 16, true},
                                         {6, 8, true},
                                         {7, 8, false},
                                         {4, 1, true},
                                         {5, 1, false}}) {
        WorkerLayout const layout = plan(graph, k, 2, width);
        EXPECT_EQ(layout.counters_in_fast_memory, fast) << "k " << k << ", width " << width;
        EXPECT_EQ(layout.counter_entries, fast ? 0u : 1u << 2 * (k - 2)) << "k " << k << ", width " << width;
    }
}

// A block of 128 lanes fits into the 48 KiB that every device has; beyond k = 6 it gets fewer of them.
TEST(RuntimeWarpWidth, WarpsOfOneLaneFillABlock) {
    for (char const* spec : {"gen:star:n=3000", "gen:complete:n=500", "gen:regular:n=2000,d=30,seed=1"}) {
        Graph const graph = generate_graph(spec);
        for (int k = 3; k <= 6; ++k) {
            EXPECT_LE(128 * plan(graph, k, 1, 1).fast_bytes(), 48u << 10) << spec << ", k " << k;
            EXPECT_LE(128 * plan(graph, k, 2, 1).fast_bytes(), 48u << 10) << spec << ", k " << k;
        }
    }
}

} // namespace cerrado::test
