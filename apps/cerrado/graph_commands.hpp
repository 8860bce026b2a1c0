// The commands about graphs and devices: info, generate, convert.
#pragma once

#include "command/options/options.hpp"

namespace cerrado::command {

void add_graph_commands(Options& program);
void add_info_command(Options& program);
void add_generate_command(Options& program);
void add_convert_command(Options& program);

} // namespace cerrado::command
