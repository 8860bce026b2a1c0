// `cerrado graphlets`, see library/cerrado/apps/graphlets.hpp.
#pragma once

#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

// With `graphlets compare`.
void add_graphlets_command(Options& program);

} // namespace cerrado::command
