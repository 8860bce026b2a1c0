// `cerrado graphlets compare`: how far apart networks are.
#pragma once

#include <cerrado/core/error.hpp>

namespace CLI {
class App;
}

namespace cerrado::command {

void add_compare_command(CLI::App& graphlets, ExitCode& exit_code);

} // namespace cerrado::command
