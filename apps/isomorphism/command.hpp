// `cerrado match`, or `isomorphism`: the matches of a pattern.
#pragma once

#include "command/run/application.hpp"

namespace cerrado::command {

Application isomorphism_application();

} // namespace cerrado::command
