// Compiles forms from an application's type. Only an application's forms*.cpp include this. They compile as CUDA if
// CUDA is on.
#pragma once

#include "bound_widths.hpp" // written by CMake
#include "library/form.hpp"

#include <cerrado/apps/bind.hpp>

namespace cerrado {

// The application, compiled for every warp width of this build.
template <class App> struct OfBoundWidths : App { static constexpr auto warp_widths = bound_widths; };

// bind_reading and bind_writing serve an application with arrays of its own, which lie beside the graph in memory. Only
// an application's forms*.cpp call them.

// An application whose jobs only read its arrays. Several devices and machines can share the run.
template <class App> struct ReadingArrays : App { static constexpr bool only_reads_arrays = true; };
template <class App> struct detail::SettingsOf<ReadingArrays<App>> : detail::SettingsOf<App> {};

// The form of an application with arrays. `Run` is App, or ReadingArrays<App>.
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

// Binds an application whose jobs only read its arrays. `of_no_graph` is the application without arrays.
// place(resident, options) returns an object that owns the arrays and has the application of that graph as its member
// `app`. The arrays are complete before the first job begins.
template <class App, class Place> BoundApplication bind_reading(App const& of_no_graph, Place const& place) {
    return make_form<PlacedForm<App, ReadingArrays<App>, Place>>(of_no_graph, place);
}

// Binds an application whose jobs read what other jobs have written to its arrays. One device runs all jobs.
template <class App, class Place> BoundApplication bind_writing(App const& of_no_graph, Place const& place) {
    return make_form<PlacedForm<App, App, Place>>(of_no_graph, place);
}

} // namespace cerrado
