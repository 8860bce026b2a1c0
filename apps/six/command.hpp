// `cerrado six`, see library/cerrado/apps/six.hpp.
#pragma once

#include <cerrado/core/error.hpp>

namespace CLI {
class App;
}

namespace cerrado::command {

void add_six_command(CLI::App& program, ExitCode& exit_code);

} // namespace cerrado::command
