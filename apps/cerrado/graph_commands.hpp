// The commands about graphs and devices: info, generate, convert.
#pragma once

#include "command/options/options.hpp"

namespace cerrado::command {

void add_graph_commands(Options& program);

} // namespace cerrado::command
