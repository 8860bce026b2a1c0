// One run of an application as the command line asked for it.
#pragma once

#include "command/options/balance_options.hpp"
#include "command/options/checkpoint_options.hpp"
#include "command/options/graph_argument.hpp"
#include "command/options/list_options.hpp"
#include "command/options/local_options.hpp"
#include "command/options/output_options.hpp"
#include "command/record/record.hpp"
#include "command/run/application.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>

#include <optional>
#include <span>
#include <string>

namespace cerrado::command {

struct RunRequest {
    std::string graph;
    GraphMarksRequest marks;
    CommandFiles files; // that were read for the request itself
    Parameters parameters;
    OutputRequest output;
    bool exists = false; // whether there is a subgraph is all that is asked
    PatternChoice shown;
    ListRequest list;
    LocalRequest local;
    BalanceRequest balance;
    CheckpointRequest checkpoint;
};

// All files that it asks for.
OutputTargets targets_of(RunRequest const& request);

// Throws InputError when a size is out of the application's range.
void check_range(Application const& application, Sizes sizes);
// Throws InputError for what was asked for and cannot be had; before anything is read.
void check_request(std::span<Application const> applications, RunRequest const& request);

std::string device_name(DeviceKind kind); // of a resolved device: "cuda", "host", "lockstep"

// What the parameters come to, without load balancing; `tables` must outlive it.
RunOptions options_of(Parameters const& parameters, std::optional<TransitionTable> const& tables);

// One application; or several, each of one pattern, on one graph. Returns: done, or partial when a run was stopped early;
// everything else is an exception.
ExitCode run_application(std::span<Application const> applications, RunRequest const& request);

} // namespace cerrado::command
