// `cerrado discover`, see library/cerrado/apps/discovery.hpp.
#pragma once

#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

void add_discover_command(Options& program);

} // namespace cerrado::command
