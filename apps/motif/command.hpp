#pragma once

#include "common/application.hpp"

namespace cerrado::command {

Application motif_application();

} // namespace cerrado::command
