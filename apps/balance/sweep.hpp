// `cerrado balance sweep`, and the readers of its lists of values.
#pragma once

#include "command/options/application.hpp"
#include "command/options/options.hpp"

#include <string>
#include <vector>

namespace cerrado::command {

// A sweep runs one of the applications on one graph with every combination of load-balancing settings.
void add_sweep_command(Options& balance, std::vector<Application> applications);

// Reads "a,b,c". Throws InputError, which begins with `what`, for an empty word and for one that comes twice.
std::vector<std::string> parse_words(std::string const& what, std::string const& text);

// Reads numbers from 0 to 1: "0.1,0.5", or "FROM:TO:STEP" with both ends included. 0.1:0.9:0.1 gives nine. Throws
// InputError.
std::vector<double> parse_shares(std::string const& what, std::string const& text);

// Reads whole numbers from `least` to `most`: "1,8,16". Throws InputError.
std::vector<int> parse_numbers(std::string const& what, std::string const& text, int least, int most);

} // namespace cerrado::command
