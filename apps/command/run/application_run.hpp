// One run of an application as the command line asked for it: its options, its devices, and the run itself.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/record/record.hpp"
#include "command/run/application.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado::command {

DeviceKind device_kind(std::string const& name); // of --device
std::string device_name(DeviceKind kind);        // of a resolved device: "cuda", "host", "lockstep"

// The options that follow from the parameters, without load balancing. `tables` must outlive them.
RunOptions options_of(Parameters const& parameters, std::optional<TransitionTable> const& tables);

// Whether the words of --devices leave the choice to the program.
bool names_no_devices(Parameters const& parameters);

// Predicts by samples on one device how long these searches take one after the other, and says so. Returns: the words
// for all CUDA devices if that is longer than they take to begin; else none.
std::vector<std::string> chosen_devices(std::span<BoundApplication const> searches, Graph const& graph,
                                        RunOptions const& options);

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

// Returns: the file of each device: FILE, FILE.1 and so on.
std::vector<std::string> trace_files(std::string const& path, std::vector<DeviceName> const& devices);

// Throws InputError if a size is out of the application's range.
void check_range(Application const& application, Sizes sizes);
// Throws InputError for requests that cannot be served, before anything is read.
void check_request(std::span<Application const> applications, RunRequest const& request);

// Runs one application, or several on one graph, each of one pattern. Returns: done, or partial if a run was stopped
// early. Everything else is an exception.
ExitCode run_application(std::span<Application const> applications, RunRequest const& request);

} // namespace cerrado::command
