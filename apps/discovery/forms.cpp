#include "discovery/forms.hpp"

#include "discovery/census.hpp"
#include "discovery/each_census.hpp"
#include "library/bind.hpp"

#include <cerrado/graph/marks.hpp>

#include <vector>

namespace cerrado {

namespace {

struct PlacedCensus {
    Census app;
    ResidentArray<std::uint32_t> group;
};
template <class App> struct PlacedWithArcs {
    App app;
    ResidentArray<std::uint32_t> group;
    ResidentArray<std::uint8_t> arcs;
};

// Graphs side by side are numbered as they are given. So arrays have the order of the graph already.
ResidentArray<std::uint32_t> placed_groups(Resident const& graph, VertexId vertices) {
    std::vector<std::uint32_t> group(graph.graph().vertex_count());
    for (VertexId v = 0; v < graph.graph().vertex_count(); ++v) group[v] = v / vertices;
    return graph.array(group);
}

template <class App> BoundApplication with_arcs_form(int k, VertexId vertices) {
    return bind_reading(App{{k, nullptr}, nullptr}, [=](Resident const& graph, RunOptions const&) {
        auto group = placed_groups(graph, vertices);
        auto arcs = graph.array(graph.graph().marks->arcs);
        return PlacedWithArcs<App>{{{k, arcs.ref().data}, group.ref().data}, std::move(group), std::move(arcs)};
    });
}

struct PlacedEachCensus {
    EachCensus app;
    ResidentArray<std::uint32_t> group, labels, kinds, numbers;
    ResidentArray<std::uint64_t> weights, shares;
};

PlacedEachCensus placed_each(Resident const& resident, EachCensusInput const& input) {
    Graph const& graph = resident.graph();
    std::vector<std::uint32_t> labels;
    for (VertexId v = 0; !input.labels.empty() && v < graph.vertex_count(); ++v)
        labels.push_back(input.labels[v % input.vertices]);
    PlacedEachCensus placed{
        {.k = input.k},
        placed_groups(resident, input.vertices),
        resident.array(labels),
        resident.array(has_edge_labels(graph) ? graph.marks->edge_labels : std::vector<std::uint32_t>()),
        resident.array(input.numbers),
        resident.array(input.weights),
        resident.array(input.shares)};
    placed.app.group = placed.group.ref();
    placed.app.labels = placed.labels.ref();
    placed.app.kinds = placed.kinds.ref();
    placed.app.weights = placed.weights.ref();
    placed.app.sampled = {
        .shares = placed.shares.ref(), .numbers = placed.numbers.ref(), .seed = input.seed, .vertices = input.vertices};
    return placed;
}

template <class App> BoundApplication with_arcs_form(int k, ResidentArray<std::uint32_t> const& groups,
                                                     ResidentArray<std::uint8_t> const& arcs) {
    return bind_reading(App{{k, nullptr}, nullptr}, [=](Resident const&, RunOptions const&) {
        return PlacedWithArcs<App>{{{k, arcs.ref().data}, groups.ref().data}, groups, arcs};
    });
}

} // namespace

BoundApplication census_form(int k, ResidentArray<std::uint32_t> const& groups) {
    return bind_reading(Census{{k}, nullptr, false}, [=](Resident const&, RunOptions const&) {
        return PlacedCensus{{{k}, groups.ref().data, false}, groups};
    });
}

BoundApplication directed_census_form(int k, ResidentArray<std::uint32_t> const& groups,
                                      ResidentArray<std::uint8_t> const& arcs) {
    return with_arcs_form<DirectedCensus>(k, groups, arcs);
}

BoundApplication directed_code_form(int k, ResidentArray<std::uint32_t> const& groups,
                                    ResidentArray<std::uint8_t> const& arcs) {
    return with_arcs_form<DirectedCodeCensus>(k, groups, arcs);
}

BoundApplication each_census_form(EachCensusInput const& input) {
    return bind_reading(EachCensus{.k = input.k},
                        [=](Resident const& graph, RunOptions const&) { return placed_each(graph, input); });
}

BoundApplication census_form(int k, VertexId vertices) {
    return bind_reading(Census{{k}, nullptr, true}, [=](Resident const& graph, RunOptions const&) {
        auto group = placed_groups(graph, vertices);
        return PlacedCensus{{{k}, group.ref().data, true}, std::move(group)};
    });
}

BoundApplication directed_census_form(int k, VertexId vertices) { return with_arcs_form<DirectedCensus>(k, vertices); }

BoundApplication directed_code_form(int k, VertexId vertices) {
    return with_arcs_form<DirectedCodeCensus>(k, vertices);
}

} // namespace cerrado
