// `cerrado graphlets`, see library/cerrado/apps/graphlets.hpp.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

// With `graphlets compare`.
Command graphlets_command();

} // namespace cerrado::command
