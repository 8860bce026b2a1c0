// cerrado merge: the result of a run that was done in parts, from their checkpoints alone. A checkpoint has the words
// of the command that wrote it.
#pragma once

#include "command/options/options.hpp"

#include <cerrado/core/error.hpp>

#include <functional>
#include <string>
#include <vector>

namespace cerrado::command {

// What this command was called with; the first is the program.
void keep_words_of_command(int argument_count, char const* const* arguments);
std::vector<std::string> words_of_command();

// `run` does a command that is given by its words.
void add_merge_command(Options& program, std::function<ExitCode(std::vector<std::string>)> const& run);

} // namespace cerrado::command
