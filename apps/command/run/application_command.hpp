// The command line of any application: its options, and a run from the graph argument to the tables and files.
#pragma once

#include "command/options/options.hpp"
#include "command/run/application.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

// Adds the subcommand. Errors leave it as cerrado::Error.
void add_application(Options& program, Application application);

} // namespace cerrado::command
