#include "isomorphism/forms.hpp"

#include "graphlets/forms.hpp"
#include "isomorphism/formula/formula.hpp"
#include "isomorphism/formula/formulas.hpp"
#include "isomorphism/match.hpp"
#include "library/bind.hpp"

#include <cerrado/apps/detail/each_match.hpp>
#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace cerrado {

BoundApplication match_form(MatchingPlan const& plan) {
    if (plan.kinds > 1 && plan.terms == 0) {
        return bind_application(OfBoundWidths<ManyTailsMatch>{{{plan.walked + 1, {plan}}}});
    }
    return bind_application(OfBoundWidths<Match>{{plan.walked + 1, plan}});
}

namespace {

// Binds an application whose plan depends on the graph. `of_no_graph` is the application without its plan.
template <class App> BoundApplication bind_marked(App const& of_no_graph, MarkedPlanOf const& plan_of) {
    auto const place = [of_no_graph, plan_of](Resident const& graph, RunOptions const& options) {
        MarkedWalk const walk = plan_of(graph.graph());
        return detail::PlacedMatch<App>(graph, of_no_graph, walk.plan, *walk.bits, options.threads);
    };
    return bind_reading(of_no_graph, place);
}

} // namespace

BoundApplication marked_match_form(MarkedPlanOf const& plan_of, int walked) {
    MarkedMatch of_no_graph{walked + 1, {}};
    of_no_graph.plan.walked = walked;
    return bind_marked(of_no_graph, plan_of);
}

namespace {

// Binds a walk. If the pattern has no marks, its plan has none and does not depend on the graph.
template <class App> BoundApplication bind_walk(App app, MarkedPlanOf const& plan_of, bool has_marks) {
    if (has_marks) return bind_marked(app, plan_of);
    app.plan = plan_of({}).plan;
    return bind_application(app);
}

} // namespace

BoundApplication match_list_form(MarkedPlanOf const& plan_of, int size, bool has_marks) {
    return bind_walk(MatchList{{size, {}}}, plan_of, has_marks);
}

BoundApplication match_orbits_form(MarkedPlanOf const& plan_of, int size, PositionOrbits const& orbits,
                                   bool has_marks) {
    return bind_walk(MatchOrbits{{size, {}}, orbits}, plan_of, has_marks);
}

namespace {

// With the labels of the graph, which the plan does not read.
struct PlacedLabels : detail::PlacedMatch<MatchLabels> {
    PlacedLabels(Resident const& graph, MatchLabels const& of_graph, MarkedWalk const& walk, int threads)
        : PlacedMatch(graph, of_graph, walk.plan, *walk.bits, threads) {
        app.plan.labels = kept(graph.array(Per::vertex, graph.graph().marks->labels));
    }
};

} // namespace

BoundApplication label_keys_form(MarkedPlanOf const& plan_of, int size, LabelPlaces const& places) {
    MatchLabels const of_no_graph{{size, {}}, places};
    return bind_reading(of_no_graph, [of_no_graph, plan_of](Resident const& graph, RunOptions const& options) {
        MarkedWalk const walk = plan_of(graph.graph()); // refuses a graph without labels
        MatchLabels of_graph = of_no_graph;
        of_graph.places.bits = bits_of_label(graph.graph());
        return PlacedLabels(graph, of_graph, walk, options.threads);
    });
}

namespace {

// Makes an application with an array for the triangles of each edge, beside the graph in memory.
template <class App> struct WithTriangles {
    App app;
    ResidentArray<std::uint32_t> triangles;
};

template <class App> BoundApplication bind_with_triangles(App const& of_no_graph) {
    auto const place = [of_no_graph](Resident const& graph, RunOptions const&) {
        WithTriangles<App> placed{of_no_graph, graph.array<std::uint32_t>(Per::edge)};
        placed.app.triangles = placed.triangles.ref();
        return placed;
    };
    return bind_writing(of_no_graph, place);
}

} // namespace

namespace {

template <class App> struct PlacedParts {
    App app;
    ResidentArray<SpreadPlan> plans;
    std::vector<ResidentArray<Count>> tails;
    std::optional<ResidentArray<std::uint32_t>> of_vertex{};
    std::optional<ResidentArray<std::uint8_t>> of_entry{};
};

template <class App>
BoundApplication bind_spread(std::vector<SpreadPlan> const& plans, TailNumbers const& tails, MarkBits const& marks) {
    App of_no_graph;
    of_no_graph.k = plans.front().heads + 1;
    of_no_graph.patterns = static_cast<int>(plans.size());
    of_no_graph.is_below = std::ranges::all_of(plans, &SpreadPlan::is_below);
    for (SpreadPlan const& plan : plans) of_no_graph.vectors = std::max(of_no_graph.vectors, plan.vectors);
    return bind_reading(of_no_graph, [=](Resident const& graph, RunOptions const&) {
        PlacedParts<App> placed{of_no_graph, graph.array(plans), {}};
        placed.app.plans = placed.plans.ref();
        for (std::size_t i = 0; i < tails.size(); ++i)
            placed.app.tails[i] = placed.tails.emplace_back(graph.array(Per::vertex, tails[i])).ref();
        if (!marks.of_vertex.empty())
            placed.app.marks.of_vertex = placed.of_vertex.emplace(graph.array(Per::vertex, marks.of_vertex)).ref();
        if (!marks.of_entry.empty())
            placed.app.marks.of_entry = placed.of_entry.emplace(graph.array(Per::edge, marks.of_entry)).ref();
        return placed;
    });
}

} // namespace

BoundApplication spread_form(std::vector<SpreadPlan> const& plans, TailNumbers const& tails, MarkBits const& marks) {
#if CERRADO_HAS_CUDA // teams are on GPUs
    if (plans.front().heads == 1) return bind_spread<MapsByTeams>(plans, tails, marks);
#endif
    return bind_spread<MapsByParts>(plans, tails, marks);
}
BoundApplication local_spread_form(std::vector<SpreadPlan> const& plans, TailNumbers const& tails,
                                   MarkBits const& marks) {
    return bind_spread<LocalMapsByParts>(plans, tails, marks);
}

BoundApplication formula_form(Formula formula) {
    switch (formula) {
    case Formula::four_cycles: return bind_application(FourCycles{});
    case Formula::five_cycles: return five_cycles_form();
    case Formula::diamonds: return bind_with_triangles(Diamonds{});
    case Formula::houses: return bind_with_triangles(Houses{});
    default: return bind_with_triangles(LocalSums{{}, formula});
    }
}

} // namespace cerrado
