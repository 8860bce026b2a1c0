// The command `cerrado query`.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command query_command();

} // namespace cerrado::command
