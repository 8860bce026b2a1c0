// The commands about graphs and devices: info, generate, convert.
#pragma once

#include <CLI/CLI.hpp>

namespace cerrado::command {

void add_graph_commands(CLI::App& program);
void add_info_command(CLI::App& program);
void add_generate_command(CLI::App& program);
void add_convert_command(CLI::App& program);

} // namespace cerrado::command
