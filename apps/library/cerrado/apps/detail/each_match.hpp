// The plan of a walk that meets each match of a pattern in a graph.
#pragma once

#include <cerrado/graph/marks.hpp>
#include <cerrado/pattern/detail/marked_plan.hpp>
#include <cerrado/run/resident.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cerrado {
struct MatchQuery;
} // namespace cerrado

namespace cerrado::detail {

// The plan that meets each match, and the vertices of the pattern in its order.
struct PlanToEach {
    MarkedPlan plan; // without arrays
    std::vector<int> order;
    std::string key; // of a checkpoint
};
PlanToEach plan_to_each(MatchQuery const& query, Graph const& graph);

// Makes the application for a graph. Its directions and labels are read where the graph lies.
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

} // namespace cerrado::detail
