// `cerrado graphlets compare`: how far apart networks are.
#pragma once

#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

void add_compare_command(Options& graphlets);

} // namespace cerrado::command
