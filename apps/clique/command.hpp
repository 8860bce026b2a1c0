#pragma once

#include "command/run/application.hpp"

namespace cerrado::command {

Application clique_application();

} // namespace cerrado::command
