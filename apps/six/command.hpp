// `cerrado six`, see library/cerrado/apps/six.hpp.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command six_command();

} // namespace cerrado::command
