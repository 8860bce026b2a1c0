// The options of a run as the words of the command line say, and its devices where they leave the choice.
#pragma once

#include "command/record/record.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/canonical/transition_table.hpp>

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

} // namespace cerrado::command
