#include "unit/workbench.hpp"

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/masks.hpp>
#include <cerrado/output/by_pattern.hpp>

namespace cerrado::test {

// The memory plan of engines with lists and masks: from the degrees alone.

namespace {

template <int counted, int lists> struct Listing {
    int k;
    static constexpr int counted_levels = counted;
    static constexpr int extension_lists = lists;
};
constexpr int all_lists = max_traversal_length;

struct ByMask {
    int k;
    using Engine = Masks;
    using Output = ByPattern;
};

template <class App> std::uint64_t listed(WorkerPlanOf<App> const& plan) { return entries_of<Lists::Extensions>(plan); }

} // namespace

TEST(MemoryPlan, ListsAreAsLongAsTheDegreesAllow) {
    Graph const graph = generate_graph("gen:regular:n=100,d=4,seed=1");
    auto const all = plan_of(Listing<1, all_lists>{5}, graph, WorkerKind::lane);
    EXPECT_EQ(all.engine.level_offset[1], 0u);
    EXPECT_EQ(all.engine.level_offset[2], 4u);
    EXPECT_EQ(all.engine.level_offset[3], 4u + 8u);
    EXPECT_EQ(all.engine.level_offset[4], 4u + 8u + 12u);
    EXPECT_EQ(listed(all), 4u + 8u + 12u + 16u);
    EXPECT_EQ(all.layout.bytes(), 40 * sizeof(VertexId)) << "no masks, no tables";
    EXPECT_EQ(listed(plan_of(Listing<1, 1>{5}, graph, WorkerKind::lane)), 16u);
    EXPECT_EQ(listed(plan_of(Listing<2, 1>{5}, graph, WorkerKind::lane)), 12u);
}

TEST(MemoryPlan, NoListIsLongerThanTheGraph) {
    Graph const graph = generate_graph("gen:complete:n=10");
    EXPECT_EQ(listed(plan_of(Listing<1, all_lists>{5}, graph, WorkerKind::lane)), 9u + 3 * 10u);
}

TEST(MemoryPlan, MasksAndTablesComeWithTheEngine) {
    Graph const graph = generate_graph("gen:regular:n=100,d=4,seed=1");
    auto const lane = plan_of(ByMask{5}, graph, WorkerKind::lane);
    EXPECT_EQ(entries_of<Masks::ExtensionMasks>(lane), listed(lane));
    EXPECT_EQ(entries_of<TableKeys>(lane), 16u);
    EXPECT_EQ(entries_of<TableValues>(lane), 100u);
    EXPECT_EQ(lane.engine.table.small_slots, 0u);
    EXPECT_EQ(entries_of<FastTableKeys>(lane), 0u);
    auto const warp = plan_of(ByMask{5}, graph, WorkerKind::warp);
    EXPECT_EQ(warp.engine.table.large_slots, 64u);
    EXPECT_EQ(warp.engine.table.small_slots, 64u);
    EXPECT_EQ(entries_of<TableKeys>(warp), 64u);
    EXPECT_EQ(entries_of<FastTableKeys>(warp), 64u);
    EXPECT_GE(entries_of<ByPattern::Histogram>(warp), 1u << 4) << "a histogram of the masks of four vertices";
}

// Twice as many slots as a neighbourhood can have vertices, so that the load stays at one half.
TEST(MemoryPlan, LargeTableIsTwiceTheLargestNeighbourhood) {
    for (char const* spec : {"gen:star:n=3000", "gen:complete:n=500", "gen:regular:n=2000,d=30,seed=1"}) {
        Graph const graph = generate_graph(spec);
        for (int k = 3; k <= 9; ++k) {
            std::uint64_t const most =
                std::min<std::uint64_t>(graph.vertex_count(), std::uint64_t(k - 1) * graph.max_degree());
            TableSizes const table = plan_of(ByMask{k}, graph, WorkerKind::warp).engine.table;
            EXPECT_GE(table.large_slots, 2 * most) << spec;
            EXPECT_LT(table.large_slots, 4 * most + 64) << spec;
            EXPECT_LE(table.small_slots, table.large_slots) << spec;
        }
    }
}

// Arrays in fast memory follow each other, 16 bytes aligned, and none takes device memory.
TEST(MemoryPlan, FastArraysDoNotOverlap) {
    WorkerLayout const layout = plan_of(ByMask{6}, generate_graph("gen:ba:n=400,m=6,seed=1"), WorkerKind::warp).layout;
    std::uint64_t end = 0;
    for (int array = 0; array < max_worker_arrays; ++array) {
        if (!layout.is_fast[array]) continue;
        EXPECT_EQ(layout.device_bytes(array), 0u) << array;
        EXPECT_EQ(layout.fast_offset[array] % 16, 0u) << array;
        EXPECT_GE(layout.fast_offset[array], end) << array;
        end = layout.fast_offset[array] + layout.entries[array] * layout.entry_bytes[array];
    }
    EXPECT_GT(end, 0u);
    EXPECT_LE(end, layout.fast_bytes());
    EXPECT_EQ(layout.fast_bytes() % 16, 0u);
}

// What a narrower warp gets of the shared memory.

namespace {

struct NarrowByMask {
    int k;
    using Engine = Masks;
    using Output = ByPattern;
};

struct NarrowByPairs {
    int k;
    using Engine = Exclusive;
    using Output = ByPattern;
    static constexpr int counted_levels = 2;
};

template <class App> WorkerPlanOf<App> plan(App const& app, Graph const& graph, int width) {
    return plan_of(app, graph, WorkerKind::warp, width);
}

} // namespace

TEST(WarpWidth, NarrowerWarpsGetTheirShareOfTheSmallTable) {
    Graph const graph = generate_graph("gen:regular:n=2000,d=30,seed=1");
    auto const whole = plan(NarrowByMask{4}, graph, 32);
    std::uint32_t const full = whole.engine.table.small_slots;
    EXPECT_GE(full, 256u);
    EXPECT_EQ(plan(NarrowByMask{4}, graph, 16).engine.table.small_slots, full / 2);
    EXPECT_EQ(plan(NarrowByMask{4}, graph, 8).engine.table.small_slots, full / 4);
    for (int const width : all_warp_widths) {
        auto const narrow = plan(NarrowByMask{4}, graph, width);
        TableSizes const& table = narrow.engine.table;
        EXPECT_EQ(table.small_slots & (table.small_slots - 1), 0u) << "not a power of two";
        EXPECT_TRUE(table.small_slots == 0 || table.small_slots >= 16) << table.small_slots;
        EXPECT_EQ(entries_of<FastTableKeys>(narrow), table.small_slots);
        EXPECT_EQ(entries_of<FastTableValues>(narrow), table.small_slots);
        EXPECT_EQ(table.large_slots, whole.engine.table.large_slots) << "every neighbourhood must fit still";
        EXPECT_EQ(entries_of<Lists::Extensions>(narrow), entries_of<Lists::Extensions>(whole));
    }
}

// 64 slots of a full warp leave 2 for one lane: too few to be of use.
TEST(WarpWidth, OneLaneMayHaveNoSmallTable) {
    Graph const graph = generate_graph("gen:regular:n=300,d=3,seed=1");
    EXPECT_EQ(plan(NarrowByMask{5}, graph, 32).engine.table.small_slots, 64u);
    EXPECT_EQ(plan(NarrowByMask{5}, graph, 8).engine.table.small_slots, 16u);
    auto const lane = plan(NarrowByMask{5}, graph, 1);
    EXPECT_EQ(lane.engine.table.small_slots, 0u);
    EXPECT_EQ(lane.layout.fast_bytes(), (1u << 4) * sizeof(std::uint32_t))
        << "a histogram of four vertices' masks alone";
    EXPECT_EQ(lane.engine.table.large_slots, 64u);
}

TEST(WarpWidth, PairCountersLeaveTheFastMemoryOfNarrowWarps) {
    constexpr int counters = array_index<Exclusive::PairCounts, WorkerArraysOf<NarrowByPairs>>;
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
        auto const narrow = plan(NarrowByPairs{k}, graph, width);
        std::uint64_t const entries = std::uint64_t{1} << 2 * (k - 2);
        EXPECT_EQ(narrow.engine.pair_counters_are_fast, fast) << "k " << k << ", width " << width;
        EXPECT_EQ(narrow.layout.is_fast[counters], fast) << "k " << k << ", width " << width;
        EXPECT_EQ(narrow.layout.entries[counters], entries) << "k " << k << ", width " << width;
        EXPECT_EQ(narrow.layout.device_bytes(counters), fast ? 0 : entries * sizeof(std::uint32_t))
            << "k " << k << ", width " << width;
    }
}

// A block of 128 lanes fits into the 48 KiB that every device has; beyond k = 6 it gets fewer of them.
TEST(WarpWidth, WarpsOfOneLaneFillABlock) {
    for (char const* spec : {"gen:star:n=3000", "gen:complete:n=500", "gen:regular:n=2000,d=30,seed=1"}) {
        Graph const graph = generate_graph(spec);
        for (int k = 3; k <= 6; ++k) {
            EXPECT_LE(128 * plan(NarrowByMask{k}, graph, 1).layout.fast_bytes(), 48u << 10) << spec << ", k " << k;
            EXPECT_LE(128 * plan(NarrowByPairs{k}, graph, 1).layout.fast_bytes(), 48u << 10) << spec << ", k " << k;
        }
    }
}

} // namespace cerrado::test
