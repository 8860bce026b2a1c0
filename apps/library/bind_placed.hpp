// bind_placed serves an application that reads arrays of its own, which lie where the graph does. Only an application's
// forms*.cpp include it.
#pragma once

#include "library/bind.hpp"
#include "library/resident_run.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado {

// `of_no_graph` is the application without its arrays. place(resident) gives an object that owns them, and has the
// application of that graph as its member `app`. The runs have no checkpoints. The error for whoever asks for one says
// `what` they are.
template <class App, class Place>
BoundApplication bind_placed(App const& of_no_graph, Place const& place, char const* what) {
    auto const on_resident = [place](Resident const& graph, RunOptions const& options) -> RunResult {
        auto const placed = place(graph);
        return cerrado::run(placed.app, graph, options);
    };
    auto const sample = [place](Resident const& graph, RunOptions const& options, std::span<SampledJobs const> jobs) {
        auto const placed = place(graph);
        return cerrado::run_sample(placed.app, graph, options, jobs);
    };
    BoundApplication bound = bind_application(of_no_graph);
    bound.run_resident = on_resident;
    bound.run = [run = made_resident_for(on_resident), what](Graph const& graph, RunOptions const& options) {
        if (options.checkpoint.on()) throw InputError(std::string(what) + " has no checkpoint: unset it");
        return run(graph, options);
    };
    bound.sample = sample;
    return with_prediction(std::move(bound));
}

} // namespace cerrado
