// The command selftest: whoever installed the program learns whether it counts right on this machine.
#pragma once

#include "command/options/options.hpp"

namespace cerrado::command {

void add_selftest_command(Options& program);

} // namespace cerrado::command
