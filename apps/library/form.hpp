// Makes forms from other forms.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/detail/on_resident.hpp>
#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/devices.hpp>

#include <memory>
#include <span>
#include <string>
#include <utility>

namespace cerrado {

// A form that calls another form. It may change the options (given()) and the result (made_of()). The changed options
// are the same for all calls that have a graph.
class Decorator : public Form {
public:
    explicit Decorator(BoundApplication inner) : inner_(std::move(inner)) {}

    void warm_up(RunOptions const& options) const override { inner_.warm_up(options); }
    Graph prepare(Graph const& graph, RunOptions const& options) const override {
        return inner_.prepare(graph, given(graph, options));
    }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return inner_.estimate(graph, given(graph, options));
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        return made_of(inner_.run(graph, given(graph.graph(), options)));
    }
    JobSample sample(Resident const& graph, RunOptions const& options,
                     std::span<SampledJobs const> jobs) const override {
        return inner_.sample(graph, given(graph.graph(), options), jobs);
    }
    Choice choose(Graph const& graph, RunOptions const& options) const override {
        return inner_.choose(graph, given(graph, options));
    }

protected:
    // Returns: the options for the other form. May throw InputError.
    virtual RunOptions given(Graph const&, RunOptions options) const { return options; }
    virtual RunResult made_of(RunResult result) const { return result; } // changes the other form's result

private:
    BoundApplication const inner_;
};

// Throws InputError, "BECAUSE: leave out ...", if the options say where a run begins or goes on.
inline void require_no_start(RunOptions const& options, std::string const& because) {
    if (options.roots) throw InputError(because + ": leave out roots");
    if (options.checkpoint.on()) throw InputError(because + ": leave out the checkpoint");
}

// Balances a walk whose longest jobs are long: on a GPU the last of them would run alone. Elsewhere jobs are cut into slices
// that are even enough.
inline RunOptions balanced(RunOptions options) {
    BalanceOptions const& asked = options.balance;
    bool const is_open =
        asked.automatic && asked.mechanism == BalanceMechanism::none && !asked.observe && !asked.observe_jobs;
    if (is_open && resolve_device(options.device) == DeviceKind::cuda) {
        options.balance.mechanism = BalanceMechanism::share;
    }
    return options;
}

class Balanced : public Decorator {
public:
    using Decorator::Decorator;

protected:
    RunOptions given(Graph const&, RunOptions options) const override { return balanced(std::move(options)); }
};

// Returns: whether the options and the graph allow sums over all vertices, on full warps, that move no work.
bool allows_sums(Graph const& graph, RunOptions const& options);

// Returns: the choice of a formula, which takes no samples.
inline Choice choice_of_formula(Graph const& graph) {
    Choice choice;
    choice.jobs = graph.vertex_count();
    choice.order = GraphOrder::degree;
    choice.chosen.algorithm = Algorithm::formula;
    return choice;
}

} // namespace cerrado
