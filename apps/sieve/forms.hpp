// The compiled applications of the sieve.
#pragma once

#include "sieve/reduction.hpp"

#include <memory>

namespace cerrado {

struct SieveSums {
    RunResult run;                  // Status::complete, or the sums are of no use
    std::vector<std::uint8_t> sums; // Q of each vertex
};

// Runs of the sieve on one graph, which has a vertex at least and outlives them.
class SieveRuns {
public:
    // Throws Error where there is not enough memory.
    SieveRuns(ReducedGraph const& reduced, int k, std::uint64_t seed, RunOptions const& options);
    ~SieveRuns();
    // `options`: those of the constructor, but for what may differ from one run to another, deadline and progress.
    SieveSums run(std::uint32_t number, RunOptions const& options);

private:
    struct Arrays;

    int k_;
    std::uint64_t seed_;
    std::unique_ptr<Arrays> arrays_;
    int batches_ = 0; // of layers
};

RunResult list_coloured_sets(ReducedGraph const& reduced, int k, RunOptions const& options);

} // namespace cerrado
