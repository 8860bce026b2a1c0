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

} // namespace cerrado
