// `cerrado discover`, see library/cerrado/apps/discovery.hpp.
#pragma once

#include <cerrado/core/error.hpp>

namespace CLI {
class App;
}

namespace cerrado::command {

void add_discover_command(CLI::App& program, ExitCode& exit_code);

} // namespace cerrado::command
