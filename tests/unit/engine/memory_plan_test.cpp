// The memory plan of engines with lists and masks: from the degrees alone.
#include "unit/workbench.hpp"

#include <cerrado/engine/masks.hpp>
#include <cerrado/output/by_pattern.hpp>

namespace cerrado::test {
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

} // namespace cerrado::test
