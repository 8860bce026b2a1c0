#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command motif_command();

} // namespace cerrado::command
