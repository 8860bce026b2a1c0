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

DeviceKind device_kind(std::string const& name); // of a word of --device
std::string device_name(DeviceKind kind);        // of a resolved device: "cuda", "host", "lockstep"

// Returns: the options that follow from the parameters, without load balancing. `tables` must outlive them.
RunOptions options_of(Parameters const& parameters, std::optional<TransitionTable> const& tables);

// Returns: true if the word of --devices is auto, which leaves the choice to the program.
bool names_no_devices(Parameters const& parameters);

// Predicts the time of these searches, one after the other, by samples on one device, and prints it. Returns: the words
// for all CUDA devices if the searches take longer than the start of these devices; else no words.
std::vector<std::string> chosen_devices(std::span<BoundApplication const> searches, Graph const& graph,
                                        RunOptions const& options);

struct RunRequest {
    std::string graph;
    GraphMarksRequest marks;
    CommandFiles files; // the files that were read to make the request itself
    Parameters parameters;
    OutputRequest output;
    bool exists = false; // the run only says if there is a subgraph
    PatternChoice shown;
    ListRequest list;
    LocalRequest local;
    BalanceRequest balance;
    CheckpointRequest checkpoint;
};

// Returns: all targets of the request.
OutputTargets targets_of(RunRequest const& request);

// Returns: the file of each device, FILE, FILE.1 and so on.
std::vector<std::string> trace_files(std::string const& path, std::vector<DeviceName> const& devices);

// Throws InputError if a size is out of the range of the application.
void check_range(Application const& application, Sizes sizes);
// Throws InputError for requests that cannot be served, before anything is read.
void check_request(std::span<Application const> applications, RunRequest const& request);

// Runs one application, or several of one pattern each on one graph. Returns: done, or partial if a run was stopped
// early. Any other end is an exception.
ExitCode run_application(std::span<Application const> applications, RunRequest const& request);

} // namespace cerrado::command
