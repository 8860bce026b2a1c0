// One run of an application as the command line asked for it.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/record/record.hpp"
#include "command/run/application.hpp"
#include "command/run/options_of_run.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>

#include <optional>
#include <span>
#include <string>

namespace cerrado::command {

struct RunRequest {
    std::string graph;
    GraphMarksRequest marks;
    CommandFiles files; // read to make the request itself
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

// Throws InputError if a size is out of the application's range.
void check_range(Application const& application, Sizes sizes);
// Throws InputError for requests that cannot be served, before anything is read.
void check_request(std::span<Application const> applications, RunRequest const& request);

// Runs one application, or several on one graph, each of one pattern. Returns: done, or partial if a run was stopped
// early. Everything else is an exception.
ExitCode run_application(std::span<Application const> applications, RunRequest const& request);

} // namespace cerrado::command
