// A run with checkpoints consists of parts, and each part ends at a checkpoint. A part ends like a run that is told to
// end. The next part goes on with the work that is left. The counts of parts add up, even if the parts ran on different
// devices.
#pragma once

#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/detail/parts/kept_arrays.hpp>
#include <cerrado/run/detail/parts/runnable.hpp>

#include <functional>
#include <vector>

namespace cerrado::detail {

// Returns: the identity of a session's run. A checkpoint stores it, and processes that share a run must have the same
// one. Throws InputError if the settings need a key for a checkpoint, and there is none.
CheckpointSubject subject_of(Runnable const& app, RunSession const& session, KeptArrays const& arrays);

// Returns: whether this device writes the checkpoint of all devices.
bool writes_checkpoint(RunOptions const& options);

// Sets the checkpoint's members about jobs if the run begins. Throws InputError if the checkpoint has other jobs.
void check_jobs(Checkpoint& checkpoint, RunSession const& session);

// Returns: the number of workers for which the jobs of a new run are cut if it is one of several parts. It is the same
// on every machine. 0 if the run is whole.
int job_workers_of(PartOfRun const& part);

// Throws InputError if the run cannot be done in parts on several machines.
void check_divisible(CheckpointOptions const& options, RunSession const& session, bool has_arrays);

// Returns: the result of the run whose parts are given.
RunResult sum_of_parts(Runnable const& app, std::vector<Checkpoint> const& parts);

// Runs a session on this device: (session, result, left).
using RunOfSession = std::function<void(RunSession const&, RunResult&, WorkLeft&)>;

// Runs the session part by part. Returns: the sum of all parts.
RunResult run_in_parts(Runnable const& app, RunSession& session, Checkpoint& checkpoint, KeptArrays const& arrays,
                       RunOfSession const& run_part);

} // namespace cerrado::detail
