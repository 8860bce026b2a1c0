// A run that can be continued goes in parts, each to the next checkpoint. A part ends like a run that is told to end.
// The next part goes on with the work that is left. Counts of parts add up, on whatever devices they ran.
#pragma once

#include <cerrado/run/parts/checkpoint.hpp>
#include <cerrado/run/parts/kept_arrays.hpp>
#include <cerrado/run/runnable.hpp>

#include <functional>
#include <vector>

namespace cerrado::detail {

// What a session is of: a checkpoint is of it, and processes that share a run must all have it. Throws InputError if a
// checkpoint's settings need a key, and there is none.
CheckpointSubject subject_of(Runnable const& app, RunSession const& session, KeptArrays const& arrays);

// Whether this device writes the checkpoint of all.
bool writes_checkpoint(RunOptions const& options);

// Sets what is known of the jobs. Throws InputError if the checkpoint has other jobs.
void check_jobs(Checkpoint& checkpoint, RunSession const& session);

// How many workers the jobs of a new run are cut for if it is one of several parts, whatever machine does it; else 0.
int job_workers_of(PartOfRun const& part);

// Throws InputError if the run cannot be done in parts on several machines.
void check_divisible(CheckpointOptions const& options, RunSession const& session, bool has_arrays);

// The result of the run whose parts these are.
RunResult sum_of_parts(Runnable const& app, std::vector<Checkpoint> const& parts);

// Runs a session on this device: (session, result, left).
using RunOfSession = std::function<void(RunSession const&, RunResult&, WorkLeft&)>;

// Runs the session part by part. Returns: the sum of all parts.
RunResult run_in_parts(Runnable const& app, RunSession& session, Checkpoint& checkpoint, KeptArrays const& arrays,
                       RunOfSession const& run_part);

} // namespace cerrado::detail
