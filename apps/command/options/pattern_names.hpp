// Every pattern that has a name.
#pragma once

#include <string>

namespace cerrado::command {

// For a person, with drawings, or as CSV or JSON. `format`: table, csv or json; throws InputError for others.
std::string pattern_names(std::string const& format);

} // namespace cerrado::command
