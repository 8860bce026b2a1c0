#include "rows.hpp"

#include <clique/clique_local.hpp>

#include <cerrado/runtime/run.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

namespace {

template <class Row> WideCount sum(std::vector<Row> const& rows) {
    WideCount total = 0;
    for (Row const& row : rows) total += row.count;
    return total;
}

} // namespace

// A clique is counted at each of its k vertices, and at each of its pairs of them.
RunResult run_clique_local(int k, Graph const& graph, RunOptions const& options) {
    RunResult const result = run(CliqueLocal{k, true}, graph, options);
    EXPECT_EQ(result.local.vertices.size(), graph.vertex_count());
    EXPECT_EQ(result.local.edges.size(), graph.edge_count());
    auto const vertices = static_cast<WideCount>(k);
    EXPECT_EQ(to_string(sum(result.local.vertices)), to_string(vertices * result.count));
    EXPECT_EQ(to_string(sum(result.local.edges)), to_string(vertices * (vertices - 1) / 2 * result.count));
    return result;
}

} // namespace cerrado::test
