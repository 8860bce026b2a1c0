// One run of an application as the command line asked for it: its options, its devices, and the run itself.
#pragma once

#include "command/options/application.hpp"
#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/record/record.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado::command {

struct RunRequest {
    std::string graph;
    GraphMarksRequest marks;
    CommandFiles files; // the files that were read to make the request itself
    Parameters parameters;
    OutputRequest output;
    bool exists = false;              // the run only says if there is a subgraph
    std::vector<std::string> through; // vertices that all subgraphs have, as typed
    std::string approximate;          // the error of estimates in place of counts, such as 1%; empty: exact counts
    std::string confidence = "95%";   // of the estimates' intervals
    PatternChoice shown;
    ListRequest list;
    LocalRequest local;
    BalanceRequest balance;
    CheckpointRequest checkpoint;
};

// Returns: all targets of the request.
OutputTargets targets_of(RunRequest const& request);

// Runs one application, or several of one pattern each on one graph. Returns: done, or partial if a run was stopped
// early. Any other end is an exception. Requires: the request can be served.
ExitCode run_application(std::span<Application const> applications, RunRequest const& request);

// The same for estimates. Throws InputError if the request asks for something that only an exact run gives.
ExitCode run_approximately(std::span<Application const> applications, RunRequest const& request);

} // namespace cerrado::command
