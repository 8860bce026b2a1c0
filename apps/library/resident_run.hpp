// Runs that need their graph resident, since they have arrays where it lies.
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <functional>

namespace cerrado {

// From a run on a resident graph one on a graph; to make that resident is part of its preparation.
using ResidentRun = std::function<RunResult(Resident const&, RunOptions const&)>;
std::function<RunResult(Graph const&, RunOptions const&)> made_resident_for(ResidentRun run);

} // namespace cerrado
