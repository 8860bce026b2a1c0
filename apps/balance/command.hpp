// `cerrado balance`: tools to study load balancing.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command balance_command();

} // namespace cerrado::command
