// `cerrado compress score`: what replacing cliques would save.
#pragma once

#include <cerrado/core/error.hpp>

#include <CLI/CLI.hpp>

namespace cerrado::command {

// Adds the subcommand `score` to `cerrado compress`.
void add_score_command(CLI::App& compress, ExitCode& exit_code);

} // namespace cerrado::command
