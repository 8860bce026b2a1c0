// The compiled applications of the sieve.
#pragma once

#include "sieve/shape.hpp"

#include <memory>

namespace cerrado {

struct SieveSums {
    RunResult run;                  // Status::complete, or the sums are of no use
    std::vector<std::uint8_t> sums; // Q of each vertex, as far as the layers give it
};

struct LayerRange {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
};

// Some layers of each run, on the device of this thread's runs. Requires: `reduced` outlives it.
class SieveShare {
public:
    // `memory` is the device's. Throws Error if it is not enough.
    SieveShare(ReducedGraph const& reduced, SieveShape const& shape, LayerRange layers, std::uint64_t memory,
               RunOptions const& options);
    ~SieveShare();
    // `options` are those of the constructor, except for what may differ from one run to another, deadline and
    // progress.
    SieveSums run(std::uint64_t seed, std::uint32_t number, RunOptions const& options);

private:
    struct Arrays;

    SieveShape shape_;
    LayerRange layers_;
    std::unique_ptr<Arrays> arrays_;
};

RunResult list_coloured_sets(ReducedGraph const& reduced, int k, RunOptions const& options);

} // namespace cerrado
