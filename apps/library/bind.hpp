// Forms that are compiled of an application's type. Only an application's forms*.cpp include this, and they compile as
// CUDA if CUDA is on.
#pragma once

#include "bound_widths.hpp" // written by CMake
#include "library/form.hpp"

#include <cerrado/run/run.hpp>

namespace cerrado {

// The application, compiled for every warp width of this build.
template <class App> struct OfBoundWidths : App { static constexpr auto warp_widths = bound_widths; };

// What needs no more of a graph than the graph. `of_no_graph` is the application without arrays that lie where the
// graph does.
template <class App> class CompiledForm : public Form {
public:
    explicit CompiledForm(App const& of_no_graph) : of_no_graph_(of_no_graph) {}

    void warm_up(RunOptions const& options) const override { cerrado::warm_up(of_no_graph_, options); }
    Graph prepare(Graph const& graph, RunOptions const& options) const override {
        return cerrado::prepare(of_no_graph_, graph, options);
    }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return cerrado::estimate(of_no_graph_, graph, options).describe();
    }

protected:
    App const of_no_graph_;
};

template <class App> class GraphForm : public CompiledForm<App> {
public:
    using CompiledForm<App>::CompiledForm;

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        App const& app = this->of_no_graph_;
        if (graph.resident() != nullptr) return cerrado::run(app, *graph.resident(), options);
        return cerrado::run(app, graph.graph(), options);
    }
    JobSample sample(Resident const& graph, RunOptions const& options,
                     std::span<SampledJobs const> jobs) const override {
        return run_sample(this->of_no_graph_, graph, options, jobs);
    }
};

template <class App> BoundApplication bind_application(App const& app) { return make_form<GraphForm<App>>(app); }

// bind_reading and bind_writing serve an application with arrays of its own, which lie where the graph does. Only an
// application's forms*.cpp include it.

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
