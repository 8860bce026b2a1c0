// The functions of Cerrado::apps for random graphs.
#include <cerrado/apps/random_graph.hpp>

#include "discovery/models/draws.hpp"
#include "discovery/models/random_graphs.hpp"
#include "discovery/models/switched_graph.hpp"
#include "discovery/models/triads.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>

namespace cerrado {

namespace {

Graph graph_of(Graph const& given, discovery::RandomEdges const& random) {
    std::vector<OriginalId> ids(given.original_ids().begin(), given.original_ids().end());
    Graph made = is_directed(given) ? graph_from_arcs(given.vertex_count(), random.edges, std::move(ids))
                                    : graph_from_edges(given.vertex_count(), random.edges, std::move(ids));
    if (!random.labels.empty()) {
        auto const names = discovery::PatternLabels::of(given, false, true).edge_names;
        std::vector<std::string> labels;
        for (std::uint32_t const number : random.labels) labels.push_back(names[number - 1]);
        made = with_edge_labels(std::move(made), random.edges, labels);
    }
    made.source = given.source;
    if (given.marks && (given.marks->names || has_labels(given))) {
        auto marks = made.marks ? std::make_shared<GraphMarks>(*made.marks) : std::make_shared<GraphMarks>();
        marks->names = given.marks->names;
        marks->labels = given.marks->labels;
        marks->label_names = given.marks->label_names;
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

std::optional<discovery::RandomEdges> switched(Graph const& graph, RandomGraphQuery const& query,
                                               std::function<bool()> const& goes_on) {
    constexpr std::uint64_t between_looks = 1 << 12;
    discovery::SwitchedGraph changing(graph, query);
    auto const steps = static_cast<std::uint64_t>(query.switches * static_cast<double>(changing.edges()));
    std::uint64_t taken = 0;
    for (std::uint64_t step = 0; step < steps; step += between_looks) {
        if (!goes_on()) return std::nullopt;
        std::uint64_t const count = std::min(between_looks, steps - step);
        taken += changing.take_steps(step, count, query.seed, query.number);
    }
    discovery::RandomEdges random = changing.list();
    random.steps = steps;
    random.taken = taken;
    return random;
}

std::optional<discovery::RandomEdges> of_triads(Graph const& graph, RandomGraphQuery query,
                                                std::function<bool()> const& goes_on) {
    discovery::TriadCounts const wanted =
        discovery::count_triads(graph.vertex_count(), discovery::arcs_or_edges(graph));
    query.model = NullModel::mutual;
    query.edge_labels = false; // they are dealt at the end
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

discovery::RandomEdges discovery::edges_of(Graph const& graph, PatternLabels const& labels) {
    RandomEdges list;
    list.edges = arcs_or_edges(graph);
    if (labels.edge_names.empty()) return list;
    for (auto const& [source, target] : list.edges) {
        list.labels.push_back(labels.edge_number(graph, graph.ref().find(source, target)));
    }
    return list;
}

void discovery::deal_labels(RandomEdges& random, RandomEdges const& given, RandomGraphQuery const& query) {
    if (given.labels.empty()) return;
    random.labels = given.labels;
    for (std::size_t left = random.labels.size(); left > 1; --left) {
        RandomWords const words = random_words(query.seed, query.number, left, DrawnFor::labels);
        std::swap(random.labels[left - 1], random.labels[below(left, words[0], words[1])]);
    }
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
    if (query.model == NullModel::triads && (query.labels || query.edge_labels) && !query.free_labels) {
        throw InputError("the null model triads cannot keep labels: set them free, or take mutual");
    }
    PatternLabels::of(graph, query.labels, query.edge_labels); // refuses those that are missing
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
    return {graph_of(graph, random), random.steps, random.taken, random.is_near};
}

std::optional<discovery::RandomEdges> discovery::random_edges_while(Graph const& graph, RandomGraphQuery const& query,
                                                                    std::function<bool()> const& goes_on) {
    check_model(graph, query);
    std::optional<RandomEdges> random = query.model == NullModel::er       ? any_pairs(graph, query, goes_on)
                                        : query.model == NullModel::triads ? of_triads(graph, query, goes_on)
                                                                           : switched(graph, query, goes_on);
    if (random && deals_labels(query)) {
        deal_labels(*random, edges_of(graph, PatternLabels::of(graph, false, true)), query);
    }
    return random;
}

} // namespace cerrado
