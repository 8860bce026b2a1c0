// `cerrado compress GRAPH -o FILE.cgz` and `cerrado decompress FILE.cgz -o GRAPH`.
#pragma once

#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

// Returns: `compress`, to which other subcommands may be added.
Options& add_compress_command(Options& program);
void add_decompress_command(Options& program);

} // namespace cerrado::command
