// `cerrado six`, see library/cerrado/apps/six.hpp.
#pragma once

#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

void add_six_command(Options& program);

} // namespace cerrado::command
