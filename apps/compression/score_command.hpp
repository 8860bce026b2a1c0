// `cerrado compress score`: what replacing cliques would save.
#pragma once

#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

// Adds the subcommand `score` to `cerrado compress`.
void add_score_command(Options& compress);

} // namespace cerrado::command
