// `cerrado wedge`, in a copy of this folder.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command wedge_command();

} // namespace cerrado::command
