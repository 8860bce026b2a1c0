// `cerrado compress score`: what replacing cliques would save.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command compress_score_command();

} // namespace cerrado::command
