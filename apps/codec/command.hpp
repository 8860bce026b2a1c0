// `cerrado compress GRAPH -o FILE.cgz` and `cerrado decompress FILE.cgz -o GRAPH`.
#pragma once

#include "command/command.hpp"

namespace cerrado::command {

Command compress_command(); // compress and decompress

} // namespace cerrado::command
