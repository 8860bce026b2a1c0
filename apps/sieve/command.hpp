// `cerrado sieve`.
#pragma once

#include <cerrado/core/error.hpp>

#include <CLI/CLI.hpp>

namespace cerrado::command {

void add_sieve_command(CLI::App& program, ExitCode& exit_code);

} // namespace cerrado::command
