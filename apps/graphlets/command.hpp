// `cerrado graphlets`, see library/cerrado/apps/graphlets.hpp.
#pragma once

#include <cerrado/core/error.hpp>

namespace CLI {
class App;
}

namespace cerrado::command {

// With `graphlets compare`.
void add_graphlets_command(CLI::App& program, ExitCode& exit_code);

} // namespace cerrado::command
