#pragma once

#include "common/application.hpp"

namespace cerrado::command {

Application clique_application();

} // namespace cerrado::command
