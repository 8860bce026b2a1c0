// Applications with a plan that knows about arcs and labels, as plain functions. Only forms*.cpp include it.
#pragma once

#include "isomorphism/forms.hpp"
#include "library/bind.hpp"

#include <cerrado/graph/marks.hpp>

#include <optional>
#include <utility>

namespace cerrado {

// The application of a graph, with the graph's directions and labels where the graph lies.
template <class App> struct PlacedMatch {
    PlacedMatch(Resident const& graph, App of_no_graph, MarkedPlan const& plan) : app(std::move(of_no_graph)) {
        app.plan = plan;
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
        if (!marks.edge_labels.empty()) {
            edge_labels = graph.array(Per::edge, marks.edge_labels);
            app.plan.edge_labels = edge_labels->ref().data;
        }
    }

    App app;
    std::optional<ResidentArray<std::uint8_t>> arcs;
    std::optional<ResidentArray<std::uint32_t>> labels, edge_labels;
};

// `of_no_graph` is the application without its plan.
template <class App> BoundApplication bind_marked(App const& of_no_graph, MarkedPlanOf const& plan_of) {
    auto const place = [of_no_graph, plan_of](Resident const& graph, RunOptions const&) {
        return PlacedMatch<App>(graph, of_no_graph, plan_of(graph.graph()));
    };
    return bind_reading(of_no_graph, place);
}

} // namespace cerrado
