#include "discovery/graph_counter.hpp"

#include "discovery/forms.hpp"
#include "discovery/models/graphs_together.hpp"
#include "discovery/random_graphs.hpp"
#include "library/time_left.hpp"

#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/arcs.hpp>
#include <cerrado/canonical/graphlets/small_graphs.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/codes/by_code.hpp>
#include <cerrado/output/codes/by_code_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace cerrado::discovery {

namespace {

constexpr int largest_of_tables = 5; // vertices of directed patterns; more have too many classes

// As many graphs as fill a GPU, or a cache of a processor, with their lists.
std::size_t most_together(Graph const& graph, DeviceKind device) {
    std::uint64_t const entries = device == DeviceKind::cuda ? std::uint64_t{1} << 24 : std::uint64_t{1} << 16;
    std::uint64_t const by_entries = entries / std::max<std::uint64_t>(1, graph.neighbour_array().size());
    std::uint64_t const by_vertices = (std::uint64_t{1} << 31) / std::max<std::uint64_t>(1, graph.vertex_count());
    return std::max<std::uint64_t>(1, std::min(by_entries, by_vertices));
}

bool needs_codes(int k, PatternKind kind) { return kind == PatternKind::directed && k > largest_of_tables; }

TransitionTable tables_for(int k, PatternKind kind) {
    if (!needs_codes(k, kind)) return TransitionTable::load(k, kind);
    if (k > max_arcs_vertices) {
        throw InputError(fmt::format("directed patterns have 3 to {} vertices here, not {}", max_arcs_vertices, k));
    }
    return TransitionTable::load(largest_of_tables, kind);
}

BoundApplication together_form(int k, PatternKind kind, VertexId vertices) {
    if (kind == PatternKind::undirected) return census_form(k, vertices);
    return needs_codes(k, kind) ? directed_code_form(k, vertices) : directed_census_form(k, vertices);
}

std::vector<VertexId> heaviest_first(Graph const& graph) {
    VertexOrder const order = degree_order(graph); // the lightest first
    std::vector<VertexId> rank(order.size());
    for (VertexId place = 0; place < order.size(); ++place) rank[order[order.size() - 1 - place]] = place;
    return rank;
}

} // namespace

// A formula counts one graph, and needs none of its subgraphs. On the host nothing is gained by several graphs together.
GraphCounter::GraphCounter(Graph const& graph, int k, PatternKind kind, DeviceKind device)
    : vertices_(graph.vertex_count()),
      rank_(heaviest_first(graph)),
      is_directed_(kind == PatternKind::directed),
      tables_(tables_for(k, kind)),
      together_(together_form(k, kind, vertices_)),
      most_(most_together(graph, device)),
      most_counts_(device == DeviceKind::cuda ? std::uint64_t{1} << 24 : std::uint64_t{1} << 15) {
    if (needs_codes(k, kind)) {
        codes_ = std::make_unique<CodeClasses>(k, tables_);
        codes_of_graph_ = 1u << (4 * k - 12); // about what a sparse network of 700 vertices has
    }
    bool const has_formula = !is_directed_ && k <= max_graphlet_vertices;
    if (!has_formula || device == DeviceKind::cuda) return;
    alone_ = bind_motifs({.k = k, .tables = &tables_});
    most_ = 1;
}

std::size_t GraphCounter::most() const {
    std::uint64_t const of_one = codes_ ? 2 * codes_of_graph_.load() : tables_.ref().classes[tables_.k()];
    return std::max<std::uint64_t>(1, std::min<std::uint64_t>(most_, most_counts_ / of_one));
}

// The walk meets a subgraph from its first vertex, and reads the lists behind that. If hubs come first, few lists are
// read with a hub in them: a star takes no more than its edges.
Graph GraphCounter::side_by_side(std::vector<std::vector<Edge>> const& graphs) const {
    std::size_t edges = 0;
    for (std::vector<Edge> const& graph : graphs) edges += graph.size();
    GraphsTogether together(vertices_, is_directed_, graphs.size(), edges);
    for (std::vector<Edge> const& graph : graphs) together.add(graph, rank_);
    return together.made();
}

RunResult GraphCounter::count(Graph const& graph, std::size_t groups, RunOptions options,
                              std::vector<ClassCounts>& counts) const {
    if (!alone_) options.order = GraphOrder::given;
    std::size_t const classes = tables_.representatives(tables_.k()).size();
    if (codes_) return count_codes(graph, std::move(options), groups, counts);
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

// If there are more codes than slots, the run was in vain.
RunResult GraphCounter::count_codes(Graph const& graph, RunOptions options, std::size_t groups,
                                    std::vector<ClassCounts>& counts) const {
    constexpr std::uint64_t growth = 4, most_slots = std::uint64_t{1} << 31;
    TimeLeft const time(options);
    auto& input = options.of<ByCodeInput>();
    input.tables = tables_.ref();
    input.groups = static_cast<std::uint32_t>(groups);
    for (double vain_seconds = 0;;) {
        std::uint64_t known = codes_of_graph_.load();
        std::uint64_t const slots = std::bit_ceil(2 * groups * known);
        if (slots > most_slots) throw Error("the graphs have more than 2^30 different codes of patterns");
        input.slots = static_cast<std::uint32_t>(slots);
        RunResult result = together_.run(graph, time.in(options));
        result.seconds.run += vain_seconds;
        if (result.status != Status::complete) return result;
        CodeCounts const& found = result.of<ByCode>();
        if (!found.is_full) {
            codes_->append(found, groups, counts);
            learn_codes(found.counts.size() / groups);
            return result;
        }
        vain_seconds = result.seconds.run;
        codes_of_graph_.compare_exchange_strong(known, growth * known); // unless another thread was first
    }
}

// A batch of random graphs has seldom a half more codes than one before it.
void GraphCounter::learn_codes(std::uint64_t of_graph) const {
    std::uint64_t known = codes_of_graph_.load();
    std::uint64_t const wanted = of_graph + of_graph / 2 + 64;
    while (known < wanted && !codes_of_graph_.compare_exchange_weak(known, wanted)) {
    }
}

} // namespace cerrado::discovery
