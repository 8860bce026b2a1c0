// --isolate: each device of a run in a process of its own, so that a device that takes its process with it does not
// take the run. This process starts the others, and starts them again without a device that was lost.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// Returns: the exit code of the run; nothing if the words do not ask for --isolate. `has_checkpoints`: whether the
// command has. Throws InputError if no devices are named, Error if the system makes no more processes.
std::optional<int> run_isolated(std::vector<std::string> const& words, bool has_checkpoints);

} // namespace cerrado::command
