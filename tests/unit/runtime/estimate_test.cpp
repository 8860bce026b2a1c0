// estimate(): what run() will need, without running.
#include "runs.hpp"

#include <cerrado/output/by_pattern.hpp>

namespace cerrado::test {

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
        EXPECT_EQ(plan.memory.graph_bytes, result.memory.graph_bytes);
        EXPECT_EQ(plan.memory.traversal_bytes, result.memory.traversal_bytes);
        EXPECT_EQ(plan.memory.traversal_bytes, static_cast<std::uint64_t>(plan.device.workers) *
                                                   (plan.bytes_per_worker + plan.fast_bytes_per_worker));
        EXPECT_NE(plan.describe().find(plan.device.kind), std::string::npos);
    }
}

} // namespace cerrado::test
