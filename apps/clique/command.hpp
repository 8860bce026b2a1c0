#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command clique_command();

} // namespace cerrado::command
