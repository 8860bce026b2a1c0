// This process: its time, its words, and the others with which it does one run.
#pragma once

#include <cerrado/run/ranks.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// The time of the process.

// Returns: the seconds since the program was loaded, before main().
double process_seconds();

// Returns: the seconds that are left of a deadline that counts from then on, at least 1 ms; 0 if there is no deadline.
double seconds_left(double deadline);

// The processes that a launcher started for this command. All of them run the command and share its jobs. Only the
// first one prints and writes results.

// Sets the ranks of the program, if there are several processes. From then on all ranks but rank 0 print nothing.
void take_part(Ranks& ranks);

Ranks* ranks_of_program(); // null if this process is alone
bool is_other_rank();      // true if this process is not rank 0

// Throws InputError if there are several processes, and `shared` does not have the command.
void check_is_shared(std::vector<std::string> const& words, std::vector<std::string> const& shared);

// --isolate: each device of a run has a process of its own. If a device crashes its process, the run survives. This
// process starts the others. If a device is lost, it starts them again without that device.

// Returns: the exit code of the run; nothing if the words do not have --isolate. `has_checkpoints`: true if the command
// can write checkpoints. Throws InputError if no devices are named, Error if the system makes no more processes.
std::optional<int> run_isolated(std::vector<std::string> const& words, bool has_checkpoints);

// cerrado merge: makes the result of a run from the checkpoints of its parts alone. A checkpoint has the words of the
// command that wrote it.

// Stores the words that this command was called with. The first word is the program.
void keep_words_of_command(std::vector<std::string> words);
std::vector<std::string> words_of_command();

// Returns: the words of the command that merges the checkpoints `given`, which options may follow. Throws InputError if
// they are no checkpoints of parts.
std::vector<std::string> words_that_merge(std::vector<std::string> const& given);

} // namespace cerrado::command
