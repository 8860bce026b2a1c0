// `cerrado match`, also called `cerrado isomorphism`: counts the matches of a pattern.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command match_command();

} // namespace cerrado::command
