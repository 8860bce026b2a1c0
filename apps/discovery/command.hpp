// The command `cerrado discover`, see library/cerrado/apps/discovery.hpp.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command discover_command();

} // namespace cerrado::command
