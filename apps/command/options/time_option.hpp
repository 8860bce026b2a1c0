// Times on the command line: 2, 500ms, 2s, 5min, 1h.
#pragma once

#include "command/options/options.hpp"

#include <limits>
#include <string>

namespace cerrado::command {

inline constexpr char time_text[] = "2 or 2s (seconds), 100us, 500ms, 5min or 1h"; // for help

// Returns: seconds. A number alone means seconds. Throws InputError, which begins with `what`, if the text is no time,
// or the time is not from `least` to `most`.
double parse_time(std::string const& what, std::string const& text, double least = 0, double most = 1e9);

// Adds an option `name` that sets `seconds`. Its help shows the value that `seconds` has before as the default.
Option add_time_option(Options& command, std::string const& name, double& seconds, std::string const& help,
                       double least = 0);

} // namespace cerrado::command
