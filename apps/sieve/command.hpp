// `cerrado sieve`.
#pragma once

#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado::command {

void add_sieve_command(Options& program);

} // namespace cerrado::command
