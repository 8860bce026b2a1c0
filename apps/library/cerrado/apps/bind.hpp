// Makes a BoundApplication of an application of your own. It compiles as CUDA if CUDA is on.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/detail/on_resident.hpp>
#include <cerrado/run/run.hpp>

#include <span>
#include <string>

namespace cerrado {

// The calls of a form that need no arrays beside the graph. `of_no_graph` is the application without such arrays.
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

// The form of an application without arrays of its own.
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

// Returns: the application with its parameters. Its calls are those of <cerrado/run/run.hpp>.
template <class App> BoundApplication bind_application(App const& app) { return make_form<GraphForm<App>>(app); }

// bind_reading and bind_writing serve an application with arrays of its own, which lie beside the graph in memory.

// An application whose jobs only read its arrays. Several devices and machines can share the run.
template <class App> struct ReadingArrays : App { static constexpr bool only_reads_arrays = true; };
template <class App> struct detail::SettingsOf<ReadingArrays<App>> : detail::SettingsOf<App> {};

// The form of an application with arrays. `Run` is App, or ReadingArrays<App>.
template <class App, class Run, class Place> class PlacedForm : public CompiledForm<Run> {
public:
    PlacedForm(App const& of_no_graph, Place const& place) : CompiledForm<Run>({of_no_graph}), place_(place) {}

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        return run_on_resident(graph, options, [&](Resident const& resident, RunOptions const& own) -> RunResult {
            TimeLeft const time(own);
            auto const placed = place_(resident, own);
            double const seconds = time.spent();
            RunResult result = cerrado::run(Run{placed.app}, resident, time.in(own));
            result.seconds.prepare += seconds;
            return result;
        });
    }
    JobSample sample(Resident const& graph, RunOptions const& options,
                     std::span<SampledJobs const> jobs) const override {
        if (jobs.empty()) return run_sample(this->of_no_graph_, graph, options, jobs); // it looks at the graph alone
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
