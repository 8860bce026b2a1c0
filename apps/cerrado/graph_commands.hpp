// The commands about graphs and devices: info, generate, convert.
#pragma once

#include "command/options/options.hpp"

#include <string>

namespace cerrado::command {

void add_graph_commands(Options& program);

// Returns: why the command lacks the option; empty if the option is in no group of `cerrado info --options`.
std::string why_not(std::string const& command, std::string const& option);

} // namespace cerrado::command
