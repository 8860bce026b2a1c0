// `cerrado compress GRAPH -o FILE.cgz` and `cerrado decompress FILE.cgz -o GRAPH`.
#pragma once

#include <cerrado/core/error.hpp>

#include <CLI/CLI.hpp>

namespace cerrado::command {

// Returns: `compress`, to which other subcommands may be added.
CLI::App* add_compress_command(CLI::App& program);
void add_decompress_command(CLI::App& program, ExitCode& exit_code);

} // namespace cerrado::command
