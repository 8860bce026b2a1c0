// The memory plan: from the degrees alone, and a refusal that names the numbers.
#include "workbench.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::test {
namespace {

TraversalNeeds needs(int k, int counted_levels, int lists, bool edges) {
    TraversalNeeds wanted;
    wanted.k = k;
    wanted.counted_levels = counted_levels;
    wanted.extension_lists = lists;
    wanted.edges = edges;
    return wanted;
}

} // namespace

TEST(MemoryPlan, ListsAreAsLongAsTheDegreesAllow) {
    Graph const graph = generate_graph("gen:regular:n=100,d=4,seed=1");
    WorkerLayout const all =
        plan_worker(needs(5, 1, max_traversal_length, false), shape_of(graph), graph, WorkerKind::lane);
    EXPECT_EQ(all.level_offset[1], 0u);
    EXPECT_EQ(all.level_offset[2], 4u);
    EXPECT_EQ(all.level_offset[3], 4u + 8u);
    EXPECT_EQ(all.level_offset[4], 4u + 8u + 12u);
    EXPECT_EQ(all.extension_entries, 4u + 8u + 12u + 16u);
    EXPECT_EQ(all.mask_entries, 0u);
    EXPECT_EQ(all.bytes(), 40 * sizeof(VertexId));
    EXPECT_EQ(plan_worker(needs(5, 1, 1, false), shape_of(graph), graph, WorkerKind::lane).extension_entries, 16u);
    EXPECT_EQ(plan_worker(needs(5, 2, 1, false), shape_of(graph), graph, WorkerKind::lane).extension_entries, 12u);
}

TEST(MemoryPlan, WarpsNumberWhatTheyStoreWith32Bits) {
    TraversalNeeds storing = needs(5, 3, 1, false);
    storing.dense = storing.stores = true;
    GraphShape fits{20000, 1, std::vector<VertexId>(16384)};
    GraphShape large{20000, 1, std::vector<VertexId>(16385)};
    EXPECT_NO_THROW(check_stored(storing, fits, WorkerKind::warp));
    EXPECT_NO_THROW(check_stored(storing, large, WorkerKind::lane));
    EXPECT_THROW(check_stored(storing, large, WorkerKind::warp), InputError);
    storing.counted_levels = 2;
    EXPECT_NO_THROW(check_stored(storing, large, WorkerKind::warp));
}

TEST(MemoryPlan, NoListIsLongerThanTheGraph) {
    Graph const graph = generate_graph("gen:complete:n=10");
    EXPECT_EQ(plan_worker(needs(5, 1, max_traversal_length, false), shape_of(graph), graph, WorkerKind::lane)
                  .extension_entries,
              9u + 3 * 10u);
}

TEST(MemoryPlan, MasksAndTablesComeWithEdges) {
    Graph const graph = generate_graph("gen:regular:n=100,d=4,seed=1");
    WorkerLayout const lane =
        plan_worker(needs(5, 1, max_traversal_length, true), shape_of(graph), graph, WorkerKind::lane);
    EXPECT_EQ(lane.mask_entries, lane.extension_entries);
    EXPECT_EQ(lane.key_entries, 16u);
    EXPECT_EQ(lane.state_entries, 100u);
    EXPECT_EQ(lane.small_slots, 0u);
    WorkerLayout const warp =
        plan_worker(needs(5, 1, max_traversal_length, true), shape_of(graph), graph, WorkerKind::warp);
    EXPECT_EQ(warp.large_slots, 64u);
    EXPECT_EQ(warp.small_slots, 64u);
    EXPECT_EQ(warp.key_entries, 64u);
    EXPECT_GE(warp.fast_counters, 1u << 4) << "a histogram of the masks of four vertices";
}

// Twice as many slots as a neighbourhood can have vertices, so that the load stays at one half.
TEST(MemoryPlan, LargeTableIsTwiceTheLargestNeighbourhood) {
    for (char const* spec : {"gen:star:n=3000", "gen:complete:n=500", "gen:regular:n=2000,d=30,seed=1"}) {
        Graph const graph = generate_graph(spec);
        for (int k = 3; k <= 9; ++k) {
            std::uint64_t const most =
                std::min<std::uint64_t>(graph.vertex_count(), std::uint64_t(k - 1) * graph.max_degree());
            WorkerLayout const layout =
                plan_worker(needs(k, 1, max_traversal_length, true), shape_of(graph), graph, WorkerKind::warp);
            EXPECT_GE(layout.large_slots, 2 * most) << spec;
            EXPECT_LT(layout.large_slots, 4 * most + 64) << spec;
            EXPECT_LE(layout.small_slots, layout.large_slots) << spec;
        }
    }
}

TEST(MemoryPlan, TakesAsManyWorkersAsFit) {
    WorkerLayout layout;
    layout.extension_entries = 250; // 1000 bytes
    EXPECT_EQ(fit_workers(layout, 7, 100000), 7);
    EXPECT_EQ(fit_workers(layout, 7, 3999), 3);
    EXPECT_EQ(fit_workers(layout, 7, 1000), 1);
}

TEST(MemoryPlan, RefusesWithTheNumbers) {
    WorkerLayout layout;
    layout.extension_entries = 250;
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

} // namespace cerrado::test
