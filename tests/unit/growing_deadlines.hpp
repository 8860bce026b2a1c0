// Runs that are ended in the middle.
#pragma once

#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

namespace cerrado::test {

// Runs part(options), which has a checkpoint, with ever later deadlines, `step` seconds apart, and every other one with many
// checkpoints. `parts`: becomes the number of parts. Returns: the result that is complete.
template <class Part> auto run_in_growing_parts(RunOptions const& kept, double step, int& parts, Part const& part) {
    for (parts = 1;; ++parts) {
        RunOptions own = kept;
        own.deadline_seconds = parts == 1 ? 1e-4 : step * parts; // the first ends on any machine
        own.checkpoint.every_seconds = parts % 2 == 0 ? 0.002 : 60;
        auto result = part(own);
        if (result.status == Status::complete) return result;
    }
}

// Runs run(options) with a deadline in `seconds`, which doubles until enough(result): nobody knows how far a busy machine comes.
// Returns: the last result.
template <class Run, class Enough>
auto run_to_a_deadline(RunOptions options, double seconds, Run const& run, Enough const& enough) {
    for (options.deadline_seconds = seconds;; options.deadline_seconds *= 2) {
        auto result = run(options);
        if (enough(result) || options.deadline_seconds > 60) return result;
    }
}

} // namespace cerrado::test
