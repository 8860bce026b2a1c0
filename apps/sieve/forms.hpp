// The compiled applications of the sieve.
#pragma once

#include "sieve/reduction.hpp"

#include <cerrado/runtime/resident.hpp>

namespace cerrado {

struct SieveSums {
    RunResult run;                  // Status::complete, or the sums are of no use
    std::vector<std::uint8_t> sums; // Q of each vertex
};

// One run of the sieve with these draws.
class SieveRuns {
public:
    SieveRuns(ReducedGraph const& reduced, int k, std::uint64_t seed, RunOptions const& options);
    // `options`: what may differ from one run to another, deadline and progress.
    SieveSums run(std::uint32_t number, RunOptions const& options) const;
    // How many rounds a run takes, in each of which every vertex is a job for each layer.
    std::uint64_t rounds() const;

private:
    ReducedGraph const& reduced_;
    int k_;
    std::uint64_t seed_;
    Resident resident_;
    int layers_;
    int batches_;
};

RunResult list_coloured_sets(ReducedGraph const& reduced, int k, RunOptions const& options);

} // namespace cerrado
