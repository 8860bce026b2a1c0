// bind_reading and bind_writing serve an application with arrays of its own, which lie where the graph does. Only an
// application's forms*.cpp include it.
#pragma once

#include "library/bind.hpp"
#include "library/run_on_resident.hpp"

namespace cerrado {

// The application as one whose jobs only read its arrays, so that several devices and machines can share them.
template <class App> struct ReadingArrays : App { static constexpr bool only_reads_arrays = true; };
template <class App> struct detail::SettingsOf<ReadingArrays<App>> : detail::SettingsOf<App> {};

// `Run` is App, or ReadingArrays<App>.
template <class App, class Run, class Place> class PlacedForm : public CompiledForm<Run> {
public:
    PlacedForm(App const& of_no_graph, Place const& place) : CompiledForm<Run>({of_no_graph}), place_(place) {}

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        return run_on_resident(graph, options, [&](Resident const& resident, RunOptions const& own) -> RunResult {
            auto const placed = place_(resident, own);
            return cerrado::run(Run{placed.app}, resident, own);
        });
    }
    JobSample sample(Resident const& graph, RunOptions const& options,
                     std::span<SampledJobs const> jobs) const override {
        auto const placed = place_(graph, options);
        return run_sample(Run{placed.app}, graph, options, jobs);
    }

private:
    Place const place_;
};

// `of_no_graph` is the application without its arrays. place(resident, options) gives an object that owns them, and has the
// application of that graph as its member `app`. Jobs read the arrays, which are complete before the first of them.
template <class App, class Place> BoundApplication bind_reading(App const& of_no_graph, Place const& place) {
    return make_form<PlacedForm<App, ReadingArrays<App>, Place>>(of_no_graph, place);
}

// The same, where jobs read what other jobs have written: one device does all of them.
template <class App, class Place> BoundApplication bind_writing(App const& of_no_graph, Place const& place) {
    return make_form<PlacedForm<App, App, Place>>(of_no_graph, place);
}

} // namespace cerrado
