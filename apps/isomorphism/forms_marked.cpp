#include "isomorphism/forms.hpp"

#include "isomorphism/match.hpp"
#include "library/bind.hpp"

#include <cerrado/graph/marks.hpp>

#include <optional>
#include <utility>

namespace cerrado {

namespace {

// The application of a graph, and its directions and labels where the graph lies.
struct PlacedMatch {
    PlacedMatch(Resident const& graph, MarkedPlan const& plan) : app{plan.walked + 1, plan} {
        GraphMarks const none;
        GraphMarks const& marks = graph.graph().marks ? *graph.graph().marks : none;
        if (!marks.arcs.empty()) {
            arcs = graph.array(Per::edge, marks.arcs);
            app.plan.arcs = arcs->ref().data;
        }
        if (!marks.labels.empty()) {
            labels = graph.array(Per::vertex, marks.labels);
            app.plan.labels = labels->ref().data;
        }
    }

    MarkedMatch app;
    std::optional<ResidentArray<std::uint8_t>> arcs;
    std::optional<ResidentArray<std::uint32_t>> labels;
};

} // namespace

BoundApplication marked_match_form(MarkedPlanOf const& plan_of, int walked) {
    MarkedMatch of_no_graph{walked + 1, {}};
    of_no_graph.plan.walked = walked;
    BoundApplication bound = bind_application(of_no_graph);
    bound.run_resident = [plan_of](Resident const& graph, RunOptions const& options) -> RunResult {
        PlacedMatch const placed(graph, plan_of(graph.graph()));
        return cerrado::run(placed.app, graph, options);
    };
    bound.run = [run = made_resident_for(bound.run_resident)](Graph const& graph, RunOptions const& options) {
        if (options.checkpoint.on()) {
            throw InputError("a run for a pattern of arcs or labels has no checkpoint: unset it");
        }
        return run(graph, options);
    };
    bound.sample = [plan_of](Resident const& graph, RunOptions const& options, std::span<SampledJobs const> jobs) {
        PlacedMatch const placed(graph, plan_of(graph.graph()));
        return cerrado::run_sample(placed.app, graph, options, jobs);
    };
    return with_prediction(std::move(bound));
}

} // namespace cerrado
