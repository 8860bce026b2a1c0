// Runs of an application whose type is hidden, on one device or several. run.hpp hides the type and calls them.
#pragma once

#include <cerrado/run/detail/parts/runnable.hpp>

#include <span>

namespace cerrado::detail {

// Returns: the graph, numbered as a run with these options numbers it.
Graph prepare(Graph const& graph, RunOptions const& options, bool oriented);
// These do the same as the functions of the same names in run.hpp.
void warm_up(Runnable const& app, RunOptions const& options);
RunPlan estimate(Runnable const& app, RunInput const& input, RunOptions const& options);
RunResult run(Runnable const& app, RunInput const& input, RunOptions const& options);
// Runs on options.devices and options.ranks, if they are given.
RunResult run_on_all(Runnable const& app, Graph const& graph, RunOptions const& options);
// Looks again at some jobs of the application, with the options of a run of it. Throws InputError if it makes a mistake.
void look_again(Runnable const& app, Graph const& graph, RunOptions const& options);
JobSample run_sample(Runnable const& app, Resident const& resident, RunOptions const& options,
                     std::span<SampledJobs const> sampled);

} // namespace cerrado::detail
