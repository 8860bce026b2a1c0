// Makes forms of other forms.
#pragma once

#include "library/time_left.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/run/devices.hpp>

#include <memory>
#include <span>
#include <string>
#include <utility>

namespace cerrado {

template <class T, class... Arguments> BoundApplication make_form(Arguments&&... arguments) {
    return BoundApplication(std::make_shared<T const>(std::forward<Arguments>(arguments)...));
}

// Does what another form does, given other options, or makes something else of what comes out. What is given is the
// same for all calls that have a graph.
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
    // The options of the other form. May throw InputError.
    virtual RunOptions given(Graph const&, RunOptions options) const { return options; }
    virtual RunResult made_of(RunResult result) const { return result; } // of what a run of the other form gives

private:
    BoundApplication const inner_;
};

// What a formula chooses: it samples nothing.
inline Choice choice_of_formula(Graph const& graph) {
    Choice choice;
    choice.jobs = graph.vertex_count();
    choice.order = GraphOrder::degree;
    choice.chosen.algorithm = Algorithm::formula;
    return choice;
}

// Runs that need their graph resident, since they have arrays beside it, or are several.

// Calls run(resident, options) for what is resident, or is made so. The time for that is part of the result's.
template <class Run> auto run_on_resident(GraphOrResident const& graph, RunOptions const& options, Run const& run) {
    if (graph.resident() != nullptr) return run(*graph.resident(), options);
    TimeLeft const time(options);
    start_device(resolve_device(options.device));
    double const started = time.spent();
    Resident const resident(graph.graph(), options);
    double const prepared = time.spent() - started;
    auto result = run(resident, time.in(options));
    result.seconds.start += started;
    result.seconds.prepare += prepared;
    return result;
}

} // namespace cerrado
