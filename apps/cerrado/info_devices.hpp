// `cerrado info --device`: the devices of this machine, and the load-balancing settings with which runs on them start.
#pragma once

#include <string>

namespace cerrado::command {

// Both measure what was not measured before, see balance_defaults().
std::string devices_json();
std::string devices_table();

} // namespace cerrado::command
