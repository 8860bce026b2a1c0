// The command `cerrado frequent`.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command frequent_command();

} // namespace cerrado::command
