// One command in several processes: those that a launcher or --isolate started, and the merge of parts.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/record/record.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/ranks/ranks.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// The processes that a launcher started for this command. They all do what it says, and share the jobs; the first one
// prints and writes.

// The program's, if there are several processes. The others than rank 0 print nothing from now on.
void take_part(Ranks& ranks);

Ranks* ranks_of_program(); // null: this process is alone
bool is_other_rank();      // not rank 0

// Throws InputError if there are several processes, and the command is not one of those that they share.
void check_is_shared(std::vector<std::string> const& words, std::vector<std::string> const& shared);

// The graph of several processes: one reads it and sends it to the others, or each reads it.

// --read-each. It is refused where there are no several processes.
void add_read_each_option(Options& command, bool& read_each);

// Does what open_graph_argument() does, in the first process alone, which sends the graph to the others; with --read-each
// in each of them, and throws InputError unless all have the same graph. `stages` gets the time of the sending.
Graph open_graph_in_ranks(std::string const& graph, int threads, GraphMarksRequest const& marks, Stages& stages);

// --isolate: each device of a run in a process of its own, so that a device that takes its process with it does not
// take the run. This process starts the others, and starts them again without a device that was lost.

// Returns: the exit code of the run; nothing if the words do not ask for --isolate. `has_checkpoints`: whether the
// command has. Throws InputError if no devices are named, Error if the system makes no more processes.
std::optional<int> run_isolated(std::vector<std::string> const& words, bool has_checkpoints);

// cerrado merge: the result of a run that was done in parts, from their checkpoints alone. A checkpoint has the words
// of the command that wrote it.

// What this command was called with; the first is the program.
void keep_words_of_command(int argument_count, char const* const* arguments);
std::vector<std::string> words_of_command();

// `run` does a command that is given by its words.
void add_merge_command(Options& program, std::function<ExitCode(std::vector<std::string>)> const& run);

} // namespace cerrado::command
