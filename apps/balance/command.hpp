// `cerrado balance`: the laboratory for load balancing.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command balance_command();

} // namespace cerrado::command
