// One command in several processes: those that a launcher or --isolate started, and the merge of parts.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/record/record.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/ranks.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// The processes that a launcher started for this command. All of them run the command and share its jobs. Only the
// first one prints and writes results.

// Sets the ranks of the program, if there are several processes. From then on all ranks but rank 0 print nothing.
void take_part(Ranks& ranks);

Ranks* ranks_of_program(); // null if this process is alone
bool is_other_rank();      // true if this process is not rank 0

// Throws InputError if there are several processes, and `shared` does not have the command.
void check_is_shared(std::vector<std::string> const& words, std::vector<std::string> const& shared);

// The graph of several processes: one process reads it and sends it to the others, or each process reads it.

// Adds --read-each. A process that is alone refuses the option.
void add_read_each_option(Options& command, bool& read_each);

// Opens the graph as open_graph_argument() does. The first process opens it and sends it to the others. With
// --read-each every process opens it, and an InputError is thrown unless all have the same graph. `stages` gets the
// time of the sending.
Graph open_graph_in_ranks(std::string const& graph, int threads, GraphMarksRequest const& marks, Stages& stages);

// --isolate: each device of a run has a process of its own. If a device crashes its process, the run survives. This
// process starts the others. If a device is lost, it starts them again without that device.

// Returns: the exit code of the run; nothing if the words do not have --isolate. `has_checkpoints`: true if the command
// can write checkpoints. Throws InputError if no devices are named, Error if the system makes no more processes.
std::optional<int> run_isolated(std::vector<std::string> const& words, bool has_checkpoints);

// cerrado merge: makes the result of a run from the checkpoints of its parts alone. A checkpoint has the words of the
// command that wrote it.

// Stores the words that this command was called with. The first word is the program.
void keep_words_of_command(int argument_count, char const* const* arguments);
std::vector<std::string> words_of_command();

// Adds `cerrado merge`. `run` runs a command that is given by its words.
void add_merge_command(Options& program, std::function<ExitCode(std::vector<std::string>)> const& run);

} // namespace cerrado::command
