// `--devices auto`: all CUDA devices for a run that is long enough, else one.
#pragma once

#include "command/record/record.hpp"

#include <cerrado/apps/bound_application.hpp>

#include <span>
#include <string>
#include <vector>

namespace cerrado::command {

// Whether the words of --devices leave the choice to the program.
bool names_no_devices(Parameters const& parameters);

// Predicts by samples on one device how long these searches take one after the other, and says so. Returns: the words
// for all CUDA devices if that is longer than they take to begin; else none.
std::vector<std::string> chosen_devices(std::span<BoundApplication const> searches, Graph const& graph,
                                        RunOptions const& options);

} // namespace cerrado::command
