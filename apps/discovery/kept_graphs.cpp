#include "discovery/kept_graphs.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/parts/result_sum.hpp>

#include <fmt/format.h>

#include <utility>

namespace cerrado::discovery {

namespace {

void put(ByteWriter& to, ClassCounts const& counts) {
    to.put(static_cast<std::uint64_t>(counts.size()));
    for (auto const& [number, count] : counts) {
        to.put(number);
        to.put(count);
    }
}
ClassCounts get_counts(ByteReader& from) {
    ClassCounts counts(from.get<std::uint64_t>());
    for (auto& [number, count] : counts) {
        number = from.get<PatternWord>();
        count = from.get<WideCount>();
    }
    return counts;
}

void put(ByteWriter& to, CountedGraph const& graph) {
    to.put(graph.number);
    to.put(graph.steps);
    to.put(graph.taken);
    to.put(graph.is_near);
    put(to, graph.counts);
}
CountedGraph get_graph(ByteReader& from) {
    CountedGraph graph;
    graph.number = from.get<std::uint32_t>();
    graph.steps = from.get<std::uint64_t>();
    graph.taken = from.get<std::uint64_t>();
    graph.is_near = from.get<bool>();
    graph.counts = get_counts(from);
    return graph;
}

// Random graphs follow from these, and from the graph.
CheckpointSubject subject_of(Graph const& graph, DiscoveryQuery const& query, NullModel model, std::string key) {
    CheckpointSubject subject;
    subject.application =
        fmt::format("discover, {} patterns, null model {}, {} switches, seed {}", query.directed ? "directed" : "plain",
                    query.random_graph ? "of one's own" : name_of(model), query.switches, query.seed);
    if (query.labels || query.edge_labels) {
        subject.application += fmt::format(", labels{}{}{}", query.labels ? " of vertices" : "",
                                           query.edge_labels ? " of edges" : "", query.free_labels ? ", free" : "");
    }
    if (!query.sample.empty()) subject.application += fmt::format(", sample {}", fmt::join(query.sample, ","));
    subject.key = std::move(key);
    subject.k = query.k;
    subject.vertices = graph.vertex_count();
    subject.entries = graph.neighbour_array().size();
    subject.graph_checksum = checksum_of(graph);
    if (is_directed(graph)) {
        subject.arrays_checksum = checksum_of(std::span<std::uint8_t const>(graph.marks->arcs));
    }
    for (bool const of_vertices : {true, false}) {
        if (!(of_vertices ? query.labels : query.edge_labels)) continue;
        auto const& labels = of_vertices ? graph.marks->labels : graph.marks->edge_labels;
        subject.arrays_checksum = 31 * subject.arrays_checksum + checksum_of(std::span<std::uint32_t const>(labels));
    }
    return subject;
}

} // namespace

KeptGraphs::KeptGraphs(Graph const& graph, DiscoveryQuery const& query, NullModel model,
                       CheckpointOptions const& options)
    : options_(options),
      random_graphs_(query.random_graphs),
      is_sample_(!query.sample.empty()) {
    if (!is_on()) return;
    if (query.random_graph && options.key.empty()) {
        throw InputError("a checkpoint cannot tell one null model of one's own from another: set its key");
    }
    checkpoint_ = find_checkpoint(options);
    CheckpointSubject const subject = subject_of(graph, query, model, options.key);
    if (!checkpoint_.path.empty()) check_subject(checkpoint_.path, checkpoint_.subject, subject);
    checkpoint_.subject = subject;
}

std::optional<CountedGraphs> KeptGraphs::read() {
    if (checkpoint_.path.empty() || checkpoint_.earlier.empty()) return std::nullopt;
    CountedGraphs counted;
    ByteReader of_run(checkpoint_.result);
    read_result(of_run, counted.run);
    counted.run.seconds.run_before += std::exchange(counted.run.seconds.run, 0);
    FinishedRuns const& kept = checkpoint_.earlier.front();
    ByteReader from(kept.results);
    std::size_t const samples = is_sample_ ? from.get<std::uint64_t>() : 1;
    for (std::size_t i = 0; i < samples; ++i) counted.given.push_back(get_counts(from));
    for (int i = 0; i < kept.done; ++i) {
        CountedGraph graph = get_graph(from);
        bool const is_asked_for = graph.number < static_cast<std::uint32_t>(random_graphs_);
        (is_asked_for ? counted.random : beyond_).push_back(std::move(graph));
    }
    if (options_.note) {
        options_.note(
            fmt::format("{}: the search goes on from here, with {} of {} random graphs counted after {:.1f} s",
                        checkpoint_.path, counted.random.size(), random_graphs_, counted.run.seconds.run_before));
    }
    return counted;
}

void KeptGraphs::write(CountedGraphs const& counted) {
    if (!is_on()) return;
    ByteWriter of_run, to;
    write_result(of_run, counted.run);
    if (is_sample_) to.put(static_cast<std::uint64_t>(counted.given.size()));
    for (ClassCounts const& counts : counted.given) put(to, counts);
    for (CountedGraph const& graph : counted.random) put(to, graph);
    for (CountedGraph const& graph : beyond_) put(to, graph);
    checkpoint_.result = of_run.bytes();
    checkpoint_.earlier = {
        {"random graphs", static_cast<int>(counted.random.size() + beyond_.size()), random_graphs_, to.bytes()}};
    write_checkpoint(options_.file, checkpoint_);
    since_ = {};
}

} // namespace cerrado::discovery
