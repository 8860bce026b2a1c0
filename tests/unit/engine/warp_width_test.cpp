// What a narrower warp gets of the shared memory.
#include "unit/workbench.hpp"

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/output/by_pattern.hpp>

namespace cerrado::test {
namespace {

struct ByMask {
    int k;
    using Engine = Masks;
    using Output = ByPattern;
};

struct ByPairs {
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
    auto const whole = plan(ByMask{4}, graph, 32);
    std::uint32_t const full = whole.engine.table.small_slots;
    EXPECT_GE(full, 256u);
    EXPECT_EQ(plan(ByMask{4}, graph, 16).engine.table.small_slots, full / 2);
    EXPECT_EQ(plan(ByMask{4}, graph, 8).engine.table.small_slots, full / 4);
    for (int const width : all_warp_widths) {
        auto const narrow = plan(ByMask{4}, graph, width);
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
    EXPECT_EQ(plan(ByMask{5}, graph, 32).engine.table.small_slots, 64u);
    EXPECT_EQ(plan(ByMask{5}, graph, 8).engine.table.small_slots, 16u);
    auto const lane = plan(ByMask{5}, graph, 1);
    EXPECT_EQ(lane.engine.table.small_slots, 0u);
    EXPECT_EQ(lane.layout.fast_bytes(), (1u << 4) * sizeof(std::uint32_t))
        << "a histogram of four vertices' masks alone";
    EXPECT_EQ(lane.engine.table.large_slots, 64u);
}

TEST(WarpWidth, PairCountersLeaveTheFastMemoryOfNarrowWarps) {
    constexpr int counters = array_index<Exclusive::PairCounts, WorkerArraysOf<ByPairs>>;
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
        auto const narrow = plan(ByPairs{k}, graph, width);
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
            EXPECT_LE(128 * plan(ByMask{k}, graph, 1).layout.fast_bytes(), 48u << 10) << spec << ", k " << k;
            EXPECT_LE(128 * plan(ByPairs{k}, graph, 1).layout.fast_bytes(), 48u << 10) << spec << ", k " << k;
        }
    }
}

} // namespace cerrado::test
