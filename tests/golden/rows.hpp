// The rows of EXPECTED.csv: exact counts of real graphs, each confirmed by other programs.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/runtime/options.hpp>
#include <cerrado/runtime/result.hpp>

#include <map>
#include <string>
#include <vector>

namespace cerrado::test {

using Counts = std::map<std::string, WideCount>; // by graph6, "" for cliques; zeros are left out

// One graph, task and k: one run.
struct GoldenCase {
    std::string graph;
    std::string task; // clique, motif
    int k = 0;
    Counts counts;
};

// Empty when the folder with the graphs is not there.
std::vector<GoldenCase> golden_cases();
std::string why_no_data();
Graph open_real(std::string const& name);

// The counts of a form, each in a source of its own.
using RunForm = RunResult(int k, Graph const& graph, RunOptions const& options);
RunResult run_clique_bitmap(int k, Graph const& graph, RunOptions const& options);
RunResult run_clique_pivot(int k, Graph const& graph, RunOptions const& options);
RunResult run_clique_local(int k, Graph const& graph,
                           RunOptions const& options); // per vertex and edge; those must add up
RunResult run_clique(int k, Graph const& graph, RunOptions const& options);
RunResult run_motif(int k, Graph const& graph, RunOptions const& options);

// Every row of a graph up to k = `longest` against one run over all those sizes; returns how many there are.
int expect_golden_sizes(std::string const& name, Graph const& graph, int longest, RunOptions options);

void expect_golden(GoldenCase const& expected, RunForm& run, Graph const& graph, RunOptions options);

} // namespace cerrado::test
