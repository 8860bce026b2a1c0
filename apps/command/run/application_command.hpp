// The command line of any application: its options, and a run from the graph argument to the tables and files.
#pragma once

#include "command/run/application.hpp"

#include <cerrado/core/error.hpp>

#include <CLI/CLI.hpp>

namespace cerrado::command {

// Adds the subcommand. If it is chosen, parsing runs it and sets `exit_code`. Errors leave as cerrado::Error.
void add_application(CLI::App& program, Application application, ExitCode& exit_code);

} // namespace cerrado::command
