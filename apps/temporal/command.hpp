// The command `cerrado temporal`.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command temporal_command();

} // namespace cerrado::command
