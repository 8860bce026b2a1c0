// The processes that a launcher started for this command. They all do what it says, and share the jobs; the first one
// prints and writes.
#pragma once

#include <cerrado/run/ranks/ranks.hpp>

#include <string>
#include <vector>

namespace cerrado::command {

// The program's, if there are several processes. The others than rank 0 print nothing from now on.
void take_part(Ranks& ranks);

Ranks* ranks_of_program(); // null: this process is alone
bool is_other_rank();      // not rank 0

// Throws InputError if there are several processes, and the command is not one of those that they share.
void check_is_shared(std::vector<std::string> const& words, std::vector<std::string> const& shared);

} // namespace cerrado::command
