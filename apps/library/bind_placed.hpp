// bind_placed serves an application that reads arrays of its own, which lie where the graph does. Only an application's
// forms*.cpp include it.
#pragma once

#include "library/bind.hpp"
#include "library/run_on_resident.hpp"

#include <cerrado/core/error.hpp>

#include <string>

namespace cerrado {

template <class App, class Place> class PlacedForm : public CompiledForm<App> {
public:
    PlacedForm(App const& of_no_graph, Place const& place, char const* what)
        : CompiledForm<App>(of_no_graph),
          place_(place),
          what_(what) {}

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (options.checkpoint.on()) throw InputError(std::string(what_) + " has no checkpoint: unset it");
        return run_on_resident(graph, options, [&](Resident const& resident, RunOptions const& own) -> RunResult {
            auto const placed = place_(resident);
            return cerrado::run(placed.app, resident, own);
        });
    }
    JobSample sample(Resident const& graph, RunOptions const& options,
                     std::span<SampledJobs const> jobs) const override {
        auto const placed = place_(graph);
        return run_sample(placed.app, graph, options, jobs);
    }

private:
    Place const place_;
    char const* const what_;
};

// `of_no_graph` is the application without its arrays. place(resident) gives an object that owns them, and has the
// application of that graph as its member `app`. The runs have no checkpoints. The error for whoever asks for one says
// `what` they are.
template <class App, class Place>
BoundApplication bind_placed(App const& of_no_graph, Place const& place, char const* what) {
    return make_form<PlacedForm<App, Place>>(of_no_graph, place, what);
}

} // namespace cerrado
