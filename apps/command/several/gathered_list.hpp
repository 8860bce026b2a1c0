// `--gather`: one list of all processes, which rank 0 writes.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/ranks/ranks.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <span>

namespace cerrado::command {

// On rank 0. Calls run(options) with a sink, and write(ids) with what that sink and the other ranks take, one at a time.
// Returns: the result of the run, when all was written. Rethrows what write() threw.
RunResult run_and_gather(Ranks& ranks, RunOptions options, std::function<RunResult(RunOptions const&)> const& run,
                         std::function<void(std::span<OriginalId const>)> const& write);

// On another rank, when rank 0 does the above. Throws Error if rank 0 has ended or cannot write.
RunResult run_for_rank_0(Ranks& ranks, RunOptions options, std::function<RunResult(RunOptions const&)> const& run);

} // namespace cerrado::command
