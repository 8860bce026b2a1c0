// The rows of EXPECTED.csv: exact counts of real graphs, each confirmed by other programs.
#pragma once

#include "forms/form.hpp"

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
Graph open_real_directed(std::string const& name);
Graph open_real_labelled(std::string const& name);

// A row of PATTERNS.csv: the matches of a pattern in a graph, or of all patterns of a size.
struct GoldenPattern {
    std::string pattern; // as parse_pattern() reads it
    bool induced = false;
    std::string count;
};
std::vector<GoldenPattern> golden_patterns(std::string const& graph);

// What PATTERNS.csv says of all directed patterns of a size.
struct GoldenCensus {
    std::string subgraphs, classes;            // that occur
    std::map<std::string, std::string> counts; // by digraph6; none where only the sums are known
};
std::map<int, GoldenCensus> golden_censuses(std::string const& graph); // by k

// A row of COMPRESS_SCORE.csv: what compression by cliques of k vertices saves, of k = 0 by those of all sizes.
struct GoldenScore {
    int k = 0;
    std::string compressing, score;
};
std::vector<GoldenScore> golden_scores(std::string const& graph);

// The counts of clique_local_form's run; those per vertex and per edge must add up.
RunResult run_clique_local(int k, Graph const& graph, RunOptions const& options);

// Every row of a graph up to k = `longest` against one run over all those sizes; returns how many there are.
int expect_golden_sizes(std::string const& name, Graph const& graph, int longest, RunOptions const& options);

using RunForm = RunResult(int k, Graph const& graph, RunOptions const& options);
void expect_golden(GoldenCase const& expected, RunForm& run, Graph const& graph, RunOptions options);

// Runs every form of clique against the row of a graph and k: in both orders, under every mechanism of load
// balancing, so many times.
void expect_golden_every_way(std::string const& name, int k, RunOptions options, int repetitions);

} // namespace cerrado::test
