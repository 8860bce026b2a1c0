// Every pattern that has a name.
#pragma once

#include <string>

namespace cerrado::command {

// Every named pattern, for a person with drawings, or as CSV or JSON. `format` is table, csv or json. Throws InputError
// for others.
std::string pattern_names(std::string const& format);

} // namespace cerrado::command
