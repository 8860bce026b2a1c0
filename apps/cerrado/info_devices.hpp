// `cerrado info --device`: the devices of this machine, and what load balancing starts from on those that runs use.
#pragma once

#include <string>

namespace cerrado::command {

// Both measure where nothing was measured before, see balance_defaults().
std::string devices_json();
std::string devices_table();

} // namespace cerrado::command
