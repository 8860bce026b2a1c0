// The compiled applications of the sieve.
#pragma once

#include "sieve/shape.hpp"

#include <memory>

namespace cerrado {

struct SieveSums {
    RunResult run;                  // the sums are useless unless the status is Status::complete
    std::vector<std::uint8_t> sums; // the part of Q of each vertex that comes from the layers
};

struct LayerRange {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
};

// Evaluates some layers of each run, on the device of this thread's runs. Requires: `reduced` outlives the object.
class SieveShare {
public:
    // `memory` is the memory of the device in bytes. Throws Error if it is too small.
    SieveShare(ReducedGraph const& reduced, SieveShape const& shape, LayerRange layers, std::uint64_t memory,
               RunOptions const& options);
    ~SieveShare();
    // `options` are those of the constructor. Only the deadline and the progress may differ.
    SieveSums run(std::uint64_t seed, std::uint32_t number, RunOptions const& options);

private:
    struct Arrays;

    SieveShape shape_;
    LayerRange layers_;
    std::unique_ptr<Arrays> arrays_;
};

RunResult list_coloured_sets(ReducedGraph const& reduced, int k, RunOptions const& options);

} // namespace cerrado
