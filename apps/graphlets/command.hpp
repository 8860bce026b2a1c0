// `cerrado graphlets`, see library/cerrado/apps/graphlets.hpp.
#pragma once

#include "command/command.hpp"
#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

// With `graphlets compare`.
Command graphlets_command();

// `cerrado graphlets compare`: how far apart networks are.

void add_compare_command(Options& graphlets);

} // namespace cerrado::command
