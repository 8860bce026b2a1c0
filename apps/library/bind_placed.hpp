// bind_placed serves an application that reads arrays of its own, which lie where the graph does. Only an application's
// forms*.cpp include it.
#pragma once

#include "library/bind.hpp"
#include "library/resident_run.hpp"

namespace cerrado {

// `of_no_graph` is the application without its arrays. place(resident) gives an object that owns them, and has the
// application of that graph as its member `app`.
template <class App, class Place> BoundApplication bind_placed(App const& of_no_graph, Place const& place) {
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
    bound.run = made_resident_for(on_resident);
    bound.sample = sample;
    return with_prediction(std::move(bound));
}

} // namespace cerrado
