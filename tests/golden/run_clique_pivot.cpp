#include "rows.hpp"

#include <clique/clique.hpp>

#include <cerrado/runtime/run.hpp>
#include <cerrado/runtime/size_counts.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

RunResult run_clique_pivot(int k, Graph const& graph, RunOptions const& options) {
    return run(CliquePivot{k, k}, graph, options);
}

int expect_golden_sizes(std::string const& name, Graph const& graph, int longest, RunOptions options) {
    RunResult const result = run(CliquePivot{1, longest}, graph, options);
    EXPECT_EQ(result.status, Status::complete);
    int compared = 0;
    for (GoldenCase const& expected : golden_cases()) {
        if (expected.graph != name || expected.task != "clique" || expected.k > longest) continue;
        Counts counts;
        for (SizeCount const& row : result.sizes.sizes) {
            if (row.k == expected.k) counts[""] = to_count(row.count);
        }
        EXPECT_EQ(counts, expected.counts) << name << ", k " << expected.k;
        ++compared;
    }
    return compared;
}

} // namespace cerrado::test
