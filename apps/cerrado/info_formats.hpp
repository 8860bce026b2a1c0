// `cerrado info --formats`: the formats of graphs, how each is recognised, and what it holds.
#pragma once

#include <string>

namespace cerrado::command {

std::string formats_json();
std::string formats_table();

} // namespace cerrado::command
