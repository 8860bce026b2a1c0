// Runs that need a resident graph, since they have arrays beside it or consist of several runs.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/resident.hpp>

namespace cerrado {

// Calls run(resident, options) with the resident graph, or first makes the graph resident. The result includes the time
// for that.
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
