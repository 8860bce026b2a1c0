#include "discovery/models/graphs_together.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

namespace cerrado::discovery {

namespace {

constexpr std::size_t most_edges = (std::size_t{1} << 31) - 1; // each is seen twice, by numbers of 32 bits

} // namespace

GraphsTogether::GraphsTogether(VertexId vertices, bool is_directed, std::size_t graphs, std::size_t edges,
                               SubgraphCodes const* codes)
    : vertices_(vertices),
      is_directed_(is_directed),
      codes_(codes) {
    offsets_.reserve(graphs * vertices + 1);
    neighbours_.reserve(2 * edges);
    if (codes != nullptr) {
        kinds_.of_entries.reserve(2 * edges);
    } else if (is_directed) {
        arcs_.of_entries.reserve(2 * edges);
    }
}

void GraphsTogether::find_begins(std::span<Edge const> edges, std::span<VertexId const> number) {
    begins_.assign(vertices_ + std::size_t{1}, 0);
    for (Edge const& edge : edges) {
        ++begins_[number[edge.source] + 1];
        ++begins_[number[edge.target] + 1];
    }
    for (VertexId v = 0; v < vertices_; ++v) begins_[v + 1] += begins_[v];
}

// What is seen from both ends goes to its other end.
template <class Mark>
void GraphsTogether::see_ends(Marks<Mark>& marks, RandomEdges const& graph, std::span<VertexId const> number) {
    owners_.resize(2 * graph.edges.size());
    marks.seen.resize(std::is_empty_v<Mark> ? 0 : owners_.size());
    next_.assign(begins_.begin(), begins_.end() - 1);
    auto const see = [&](VertexId owner, VertexId other, std::uint32_t mark) {
        std::uint32_t const place = next_[other]++;
        owners_[place] = owner;
        if constexpr (!std::is_empty_v<Mark>) marks.seen[place] = static_cast<Mark>(mark);
    };
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        VertexId const source = number[graph.edges[i].source], target = number[graph.edges[i].target];
        std::uint32_t from_source = GraphMarks::arc_to, from_target = GraphMarks::arc_from;
        if (std::is_same_v<Mark, std::uint32_t>) {
            std::uint32_t const label = graph.labels.empty() ? 1 : graph.labels[i];
            from_source = codes_->kind(label, is_directed_ ? 0 : label);
            from_target = codes_->kind(is_directed_ ? 0 : label, label);
        }
        see(source, target, from_source);
        see(target, source, from_target);
    }
}

// End by end, all goes to its list: so these ascend.
template <class Mark> void GraphsTogether::make_lists(Marks<Mark>& marks) {
    VertexId* const lists = neighbours_.data() + offsets_.back();
    [[maybe_unused]] Mark* const of_lists = marks.of_entries.data() + (std::is_empty_v<Mark> ? 0 : offsets_.back());
    next_.assign(begins_.begin(), begins_.end() - 1);
    for (VertexId other = 0; other < vertices_; ++other) {
        for (std::uint32_t i = begins_[other]; i < begins_[other + 1]; ++i) {
            VertexId const owner = owners_[i];
            std::uint32_t const end = next_[owner];
            if constexpr (!std::is_empty_v<Mark>) {
                if (end > begins_[owner] && lists[end - 1] == first_ + other) { // an arc each way
                    of_lists[end - 1] = static_cast<Mark>(of_lists[end - 1] + marks.seen[i]);
                    continue;
                }
                of_lists[end] = marks.seen[i];
            }
            lists[end] = first_ + other;
            ++next_[owner];
        }
    }
}

// Mutual edges leave gaps, since their ends see them twice.
template <class Mark> void GraphsTogether::close_gaps(Marks<Mark>& marks, EdgeOffset base) {
    EdgeOffset end = base;
    for (VertexId v = 0; v < vertices_; ++v) {
        if (end < base + begins_[v]) {
            std::copy(&neighbours_[base + begins_[v]], &neighbours_[base] + next_[v], &neighbours_[end]);
            if constexpr (!std::is_empty_v<Mark>) {
                Mark* const of_lists = marks.of_entries.data();
                std::copy(of_lists + base + begins_[v], of_lists + base + next_[v], of_lists + end);
            }
        }
        end += next_[v] - begins_[v];
        offsets_.push_back(end);
    }
    neighbours_.resize(end);
    if constexpr (!std::is_empty_v<Mark>) marks.of_entries.resize(end);
}

template <class Mark>
void GraphsTogether::add_with(Marks<Mark>& marks, RandomEdges const& graph, std::span<VertexId const> number) {
    EdgeOffset const base = offsets_.back();
    neighbours_.resize(base + 2 * graph.edges.size());
    if constexpr (!std::is_empty_v<Mark>) marks.of_entries.resize(neighbours_.size());
    see_ends(marks, graph, number);
    make_lists(marks);
    close_gaps(marks, base);
}

void GraphsTogether::add(RandomEdges const& graph, std::span<VertexId const> number) {
    if (graph.edges.size() > most_edges) {
        throw InputError(fmt::format("network motifs are counted in graphs of fewer than 2^31 edges, and one has {}",
                                     graph.edges.size()));
    }
    find_begins(graph.edges, number);
    Marks<Nothing> nothing;
    if (codes_ != nullptr) {
        add_with(kinds_, graph, number);
    } else if (is_directed_) {
        add_with(arcs_, graph, number);
    } else {
        add_with(nothing, graph, number);
    }
    first_ += vertices_;
}

Graph GraphsTogether::made() {
    struct Storage {
        std::vector<EdgeOffset> offsets;
        std::vector<VertexId> neighbours;
    };
    auto storage = std::make_shared<Storage>();
    storage->offsets = std::move(offsets_);
    storage->neighbours = std::move(neighbours_);
    Graph graph(storage->offsets, storage->neighbours, {}, storage);
    if (codes_ == nullptr && !is_directed_) return graph;
    auto marks = std::make_shared<GraphMarks>();
    marks->arcs = std::move(arcs_.of_entries);
    marks->edge_labels = std::move(kinds_.of_entries);
    graph.marks = std::move(marks);
    return graph;
}

Graph repeated(Graph const& one, std::size_t times) {
    std::vector<EdgeOffset> offsets{0};
    std::vector<VertexId> neighbours;
    offsets.reserve(times * one.vertex_count() + 1);
    neighbours.reserve(times * one.neighbour_array().size());
    for (std::size_t i = 0; i < times; ++i) {
        EdgeOffset const entries = neighbours.size();
        auto const first = static_cast<VertexId>(i * one.vertex_count());
        for (EdgeOffset const offset : one.offsets().subspan(1)) offsets.push_back(entries + offset);
        for (VertexId const neighbour : one.neighbour_array()) neighbours.push_back(first + neighbour);
    }
    return Graph(std::move(offsets), std::move(neighbours));
}

} // namespace cerrado::discovery
