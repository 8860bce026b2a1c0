// The command `cerrado graphlets`, see library/cerrado/apps/graphlets.hpp.
#pragma once

#include "command/command.hpp"
#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

// The command, with its subcommand `graphlets compare`.
Command graphlets_command();

// The command `cerrado graphlets compare`, which computes distances of networks.

void add_compare_command(Options& graphlets);

} // namespace cerrado::command
