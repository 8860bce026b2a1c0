// The passes over a graph, compiled.
#pragma once

#include "graphlets/sums.hpp"

#include <cerrado/run/options.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/result.hpp>

namespace cerrado::cuts {

struct SummedRun : RunResult {
    Sums sums; // if the run is complete
};

// Everything that the patterns of 3 to `patterns` vertices need, but 5-cycles and the cliques of the largest size.
SummedRun sum_cuts(Resident const& graph, int patterns, RunOptions const& options);

// What they would need: a few lines for a person.
std::string estimate_cuts(Graph const& graph, int patterns, RunOptions const& options);

} // namespace cerrado::cuts
