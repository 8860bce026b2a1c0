// The functions of Cerrado::apps for random graphs.
#include <cerrado/apps/random_graph.hpp>

#include "discovery/models/draws.hpp"
#include "discovery/random_graphs.hpp"
#include "discovery/switched_graph.hpp"
#include "discovery/triads.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <utility>

namespace cerrado {

namespace {

Graph graph_of(Graph const& given, std::vector<Edge> const& edges) {
    std::vector<OriginalId> ids(given.original_ids().begin(), given.original_ids().end());
    Graph made = is_directed(given) ? graph_from_arcs(given.vertex_count(), edges, std::move(ids))
                                    : graph_from_edges(given.vertex_count(), edges, std::move(ids));
    made.source = given.source;
    if (given.marks && given.marks->names) {
        auto marks = made.marks ? std::make_shared<GraphMarks>(*made.marks) : std::make_shared<GraphMarks>();
        marks->names = given.marks->names;
        made.marks = std::move(marks);
    }
    return made;
}

// As many pairs of different vertices as the graph has, each equally likely, none twice.
std::optional<discovery::RandomEdges> any_pairs(Graph const& graph, RandomGraphQuery const& query,
                                                std::function<bool()> const& goes_on) {
    constexpr std::uint64_t between_looks = 1 << 16;
    std::uint64_t const n = graph.vertex_count(), wanted = count_arcs_or_edges(graph);
    std::unordered_set<std::uint64_t> taken;
    discovery::RandomEdges random;
    for (std::uint64_t draw = 0; random.edges.size() < wanted; ++draw) {
        if (draw % between_looks == 0 && !goes_on()) return std::nullopt;
        auto const words = discovery::random_words(query.seed, query.number, draw, discovery::DrawnFor::pairs);
        auto const u = static_cast<VertexId>(discovery::below(n, words[0], words[1]));
        auto const v = static_cast<VertexId>(discovery::below(n, words[2], words[3]));
        Edge const edge = is_directed(graph) || u < v ? Edge{u, v} : Edge{v, u};
        if (u != v && taken.insert(edge.source * n + edge.target).second) random.edges.push_back(edge);
    }
    return random;
}

std::optional<discovery::RandomEdges> of_triads(Graph const& graph, RandomGraphQuery query,
                                                std::function<bool()> const& goes_on) {
    discovery::TriadCounts const wanted =
        discovery::count_triads(graph.vertex_count(), discovery::arcs_or_edges(graph));
    query.model = NullModel::mutual;
    std::optional<discovery::RandomEdges> random = discovery::random_edges_while(graph, query, goes_on);
    if (!random) return random;
    auto near = discovery::with_triads(graph.vertex_count(), random->edges, wanted, query, goes_on);
    if (!near) return std::nullopt;
    random->edges = std::move(near->arcs);
    random->steps += near->steps;
    random->taken += near->taken;
    random->is_near = near->is_near;
    return random;
}

} // namespace

std::string_view name_of(NullModel model) {
    switch (model) {
    case NullModel::degree: return "degree";
    case NullModel::mutual: return "mutual";
    case NullModel::global: return "global";
    case NullModel::jdm: return "jdm";
    case NullModel::triads: return "triads";
    case NullModel::er: return "er";
    }
    return "unknown";
}

std::vector<Edge> discovery::arcs_or_edges(Graph const& graph) {
    std::vector<Edge> list;
    for_each_arc_or_edge(graph, [&](VertexId u, VertexId v) { list.push_back({u, v}); });
    return list;
}

void discovery::check_model(Graph const& graph, RandomGraphQuery const& query) {
    if (graph.oriented()) throw InputError("random graphs are made of whole graphs, and this one is oriented");
    bool const needs_directions =
        query.model == NullModel::mutual || query.model == NullModel::global || query.model == NullModel::triads;
    if (needs_directions && !is_directed(graph)) {
        throw InputError(fmt::format(
            "the null model {} keeps mutual edges, and this graph has no directions: take degree, jdm or er",
            name_of(query.model)));
    }
    if (2 * graph.edge_count() > ~std::uint32_t{0}) {
        throw InputError(
            fmt::format("random graphs have fewer than 2^31 edges, and this one has {}", graph.edge_count()));
    }
    constexpr double most_steps = 4611686018427387904.0; // 2^62
    double const steps = query.switches * static_cast<double>(2 * graph.edge_count());
    if (!(query.switches >= 0 && steps <= most_steps)) {
        throw InputError(fmt::format("{} switches for each edge: give a number of 0 or more", query.switches));
    }
}

RandomGraph random_graph(Graph const& graph, RandomGraphQuery const& query) {
    discovery::RandomEdges const random = *discovery::random_edges_while(graph, query, [] { return true; });
    return {graph_of(graph, random.edges), random.steps, random.taken, random.is_near};
}

std::optional<discovery::RandomEdges> discovery::random_edges_while(Graph const& graph, RandomGraphQuery const& query,
                                                                    std::function<bool()> const& goes_on) {
    constexpr std::uint64_t between_looks = 1 << 12;
    check_model(graph, query);
    if (query.model == NullModel::er) return any_pairs(graph, query, goes_on);
    if (query.model == NullModel::triads) return of_triads(graph, query, goes_on);
    SwitchedGraph switched(graph, query.model);
    RandomEdges random;
    random.steps = static_cast<std::uint64_t>(query.switches * static_cast<double>(switched.edges()));
    for (std::uint64_t step = 0; step < random.steps; step += between_looks) {
        if (!goes_on()) return std::nullopt;
        std::uint64_t const count = std::min(between_looks, random.steps - step);
        random.taken += switched.take_steps(step, count, query.seed, query.number);
    }
    random.edges = switched.list();
    return random;
}

} // namespace cerrado
