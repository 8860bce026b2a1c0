// Graph, colours and motif in one file, as the programs of Kaski, Lauri and Thejaswi read them.
#pragma once

#include <cerrado/apps/sieve.hpp>

#include <string_view>

namespace cerrado {

// Does what read_sieve_problem() does, over text in memory. `path` serves the messages.
SieveProblem parse_sieve_problem(std::string_view text, std::string const& path);

} // namespace cerrado
