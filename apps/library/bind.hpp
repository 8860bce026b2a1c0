// bind_application makes plain functions of an application's type. Only an application's forms*.cpp include it, and
// they compile as CUDA if CUDA is on.
#pragma once

#include "bound_widths.hpp" // written by CMake
#include "fastest.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado {

// The application, compiled for every warp width of this build.
template <class App> struct OfBoundWidths : App { static constexpr auto warp_widths = bound_widths; };

template <class App> BoundApplication bind_application(App const& app) {
    return with_prediction({
        [app](RunOptions const& options) { cerrado::warm_up(app, options); },
        [app](Graph const& graph, RunOptions const& options) { return cerrado::prepare(app, graph, options); },
        [app](Graph const& graph, RunOptions const& options) {
            return cerrado::estimate(app, graph, options).describe();
        },
        [app](Graph const& graph, RunOptions const& options) { return cerrado::run(app, graph, options); },
        [app](Resident const& graph, RunOptions const& options) { return cerrado::run(app, graph, options); },
        [app](Resident const& graph, RunOptions const& options, std::span<SampledJobs const> jobs) {
            return cerrado::run_sample(app, graph, options, jobs);
        },
        {},
    });
}

} // namespace cerrado
