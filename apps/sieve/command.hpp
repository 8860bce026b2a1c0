// The command `cerrado sieve`.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command sieve_command();

} // namespace cerrado::command
