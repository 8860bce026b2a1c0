// --verify of `cerrado graphlets`: counts and orbits against the serial program.
#pragma once

#include "command/run/work.hpp"
#include "graphlets/command_report.hpp"

#include <memory>

namespace cerrado::command {

// They refer to all their arguments.

// A step is the connected patterns of all sizes, and with --all another one for the patterns of each size.
std::unique_ptr<Check> check_of_patterns(GraphletsRequest const& request, Graph const& graph,
                                         GraphletCounts const& counts);

// A step is a vertex, or an edge. `orbits` may be null: then those of vertices are counted first, with `options`.
std::unique_ptr<Check> check_of_orbits(GraphletsRequest const& request, Graph const& graph,
                                       GraphletOrbits const* orbits, RunOptions const& options,
                                       VerifyRequest const& sample);

} // namespace cerrado::command
