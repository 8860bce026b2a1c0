// Files with a row of numbers for each vertex or edge.
#pragma once

#include "command/run/work.hpp"
#include "graphlets/command_report.hpp"

#include <vector>

namespace cerrado::command {

// The files that were asked for. They refer to all arguments. Requires: what they need was counted, all of it.
std::vector<ExtraOutput> graphlet_files(GraphletsRequest const& request, Graph const& graph,
                                        GraphletsFound const& found);

} // namespace cerrado::command
