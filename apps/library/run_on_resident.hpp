// Runs that need their graph resident, since they have arrays beside it, or are several.
#pragma once

#include "library/time_left.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/run/devices.hpp>

namespace cerrado {

// Calls run(resident, options) for what is resident, or is made so. The time for that is part of the result's.
template <class Run> auto run_on_resident(GraphOrResident const& graph, RunOptions const& options, Run const& run) {
    if (graph.resident() != nullptr) return run(*graph.resident(), options);
    TimeLeft const time(options);
    start_device(resolve_device(options.device));
    double const started = time.spent();
    Resident const resident(graph.graph(), options);
    double const prepared = time.spent() - started;
    auto result = run(resident, time.in(options));
    result.seconds.start += started;
    result.seconds.prepare += prepared;
    return result;
}

} // namespace cerrado
