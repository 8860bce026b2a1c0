// `cerrado wedge`, once apps/cerrado/main.cpp names it.
#pragma once

#include "command/run/application.hpp"

namespace cerrado::command {

Application wedge_application();

} // namespace cerrado::command
