// A run with a checkpoint that ends in the middle and goes on until it is complete.
#pragma once

#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

namespace cerrado::test {

// Runs part(options) with ever later deadlines, `step` seconds apart, and every other one with many checkpoints. `parts`:
// becomes the number of parts. Returns: the result that is complete.
template <class Part> auto run_in_growing_parts(RunOptions const& kept, double step, int& parts, Part const& part) {
    for (parts = 1;; ++parts) {
        RunOptions own = kept;
        own.deadline_seconds = parts == 1 ? 1e-4 : step * parts; // the first ends on any machine
        own.checkpoint.every_seconds = parts % 2 == 0 ? 0.002 : 60;
        auto result = part(own);
        if (result.status == Status::complete) return result;
    }
}

} // namespace cerrado::test
