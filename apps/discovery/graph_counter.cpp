#include "discovery/graph_counter.hpp"

#include "discovery/forms.hpp"

#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/graphlets/small_graphs.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_pattern_input.hpp>

#include <algorithm>

namespace cerrado::discovery {

namespace {

// As many graphs as fill a GPU, or a cache of a processor, with their lists and their counts.
std::size_t most_together(Graph const& graph, TransitionTable const& tables, int k, DeviceKind device) {
    bool const is_cuda = device == DeviceKind::cuda;
    std::uint64_t const entries = is_cuda ? std::uint64_t{1} << 22 : std::uint64_t{1} << 16;
    std::uint64_t const counts = is_cuda ? std::uint64_t{1} << 24 : std::uint64_t{1} << 15;
    std::uint64_t const by_entries = entries / std::max<std::uint64_t>(1, graph.neighbour_array().size());
    std::uint64_t const by_vertices = (std::uint64_t{1} << 31) / std::max<std::uint64_t>(1, graph.vertex_count());
    std::uint64_t const by_counts = counts / tables.ref().classes[k];
    return std::max<std::uint64_t>(1, std::min({by_entries, by_vertices, by_counts}));
}

Graph side_by_side(std::vector<std::vector<Edge>> const& graphs, VertexId vertices, bool directed) {
    std::vector<Edge> edges;
    VertexId first = 0;
    for (std::vector<Edge> const& graph : graphs) {
        for (Edge const& edge : graph) edges.push_back({first + edge.source, first + edge.target});
        first += vertices;
    }
    Team alone(1); // other threads count other graphs
    Graph all = graph_from_edges(first, edges, {}, alone);
    return directed ? with_arcs(std::move(all), edges, alone) : all;
}

} // namespace

// A formula counts one graph, and needs none of its subgraphs. On the host nothing is gained by several graphs together.
GraphCounter::GraphCounter(Graph const& graph, int k, PatternKind kind, DeviceKind device)
    : vertices_(graph.vertex_count()),
      is_directed_(kind == PatternKind::directed),
      tables_(TransitionTable::load(k, kind)),
      together_(is_directed_ ? directed_census_form(k, vertices_) : census_form(k, vertices_)),
      most_(most_together(graph, tables_, k, device)) {
    bool const has_formula = !is_directed_ && k <= max_graphlet_vertices;
    if (!has_formula || (device == DeviceKind::cuda && most_ > 1)) return;
    alone_ = bind_motifs({.k = k, .tables = &tables_});
    most_ = 1;
}

RunResult GraphCounter::count(std::vector<std::vector<Edge>> const& graphs, RunOptions options,
                              std::vector<ClassCounts>& counts) const {
    return count(side_by_side(graphs, vertices_, is_directed_), std::move(options), counts);
}

RunResult GraphCounter::count(Graph const& graph, RunOptions options, std::vector<ClassCounts>& counts) const {
    std::size_t const classes = tables_.representatives(tables_.ref().k).size();
    std::size_t const groups = vertices_ == 0 ? 1 : graph.vertex_count() / vertices_;
    auto& input = options.of<ByPatternInput>();
    input.tables = tables_.ref();
    input.groups = static_cast<std::uint32_t>(groups);
    RunResult result = (alone_ ? *alone_ : together_).run(graph, options);
    if (result.status != Status::complete) return result;
    std::vector<WideCount> const& all = result.of<ByPattern>();
    for (std::size_t group = 0; group < groups; ++group) {
        ClassCounts& of_group = counts.emplace_back();
        for (std::size_t i = 0; i < classes; ++i) {
            WideCount const count = all[group * classes + i];
            if (count != 0) of_group.emplace_back(i, count);
        }
    }
    return result;
}

} // namespace cerrado::discovery
