// bind_placed serves an application that reads arrays of its own, which lie where the graph does. Only an application's
// forms*.cpp include it.
#pragma once

#include "library/bind.hpp"
#include "library/run_on_resident.hpp"

namespace cerrado {

// The application as one whose arrays are there before it runs, so that several devices can share its jobs.
template <class App> struct ReadingArrays : App { static constexpr bool only_reads_arrays = true; };
template <class App> struct detail::SettingsOf<ReadingArrays<App>> : detail::SettingsOf<App> {};

template <class App, class Place> class PlacedForm : public CompiledForm<ReadingArrays<App>> {
public:
    PlacedForm(App const& of_no_graph, Place const& place)
        : CompiledForm<ReadingArrays<App>>({of_no_graph}),
          place_(place) {}

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        return run_on_resident(graph, options, [&](Resident const& resident, RunOptions const& own) -> RunResult {
            auto const placed = place_(resident, own);
            return cerrado::run(ReadingArrays<App>{placed.app}, resident, own);
        });
    }
    JobSample sample(Resident const& graph, RunOptions const& options,
                     std::span<SampledJobs const> jobs) const override {
        auto const placed = place_(graph, options);
        return run_sample(ReadingArrays<App>{placed.app}, graph, options, jobs);
    }

private:
    Place const place_;
};

// `of_no_graph` is the application without its arrays. place(resident, options) gives an object that owns them, and has the
// application of that graph as its member `app`.
template <class App, class Place> BoundApplication bind_placed(App const& of_no_graph, Place const& place) {
    return make_form<PlacedForm<App, Place>>(of_no_graph, place);
}

} // namespace cerrado
