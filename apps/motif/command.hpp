#pragma once

#include "command/run/application.hpp"

namespace cerrado::command {

Application motif_application();

} // namespace cerrado::command
