// Makes a BoundApplication of an application of your own. It compiles as CUDA if CUDA is on.
#pragma once

#include <cerrado/apps/bound_application.hpp>
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

} // namespace cerrado
