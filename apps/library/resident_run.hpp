// Runs that need their graph resident, since they have arrays beside it.
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <functional>

namespace cerrado {

// Makes a run on a graph of a run on a resident graph. Its preparation makes the graph resident.
using ResidentRun = std::function<RunResult(Resident const&, RunOptions const&)>;
std::function<RunResult(Graph const&, RunOptions const&)> made_resident_for(ResidentRun run);

} // namespace cerrado
