// Runs that several devices share, where the caller may also give a graph that lies on one.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/many/shared_run.hpp>

namespace cerrado {

// Calls run(options) on each of options.devices; see run_on_devices(). Throws InputError if the graph is resident.
template <class Result> Result run_on_devices(GraphOrResident const& graph, RunOptions const& options,
                                              std::function<Result(RunOptions const&)> const& run) {
    if (graph.resident() != nullptr) {
        throw InputError(
            "a resident graph is on one device: leave RunOptions::devices and ranks empty, or give the graph");
    }
    return run_on_devices<Result>(options, run);
}

} // namespace cerrado
