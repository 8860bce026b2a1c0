// `cerrado compress score`: the edges saved by replacing cliques.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command compress_score_command();

} // namespace cerrado::command
