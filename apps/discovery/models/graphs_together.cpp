#include "discovery/models/graphs_together.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace cerrado::discovery {

namespace {

constexpr std::size_t most_edges = (std::size_t{1} << 31) - 1; // each is seen twice, by numbers of 32 bits

} // namespace

GraphsTogether::GraphsTogether(VertexId vertices, bool is_directed, std::size_t graphs, std::size_t edges)
    : vertices_(vertices),
      is_directed_(is_directed) {
    offsets_.reserve(graphs * vertices + 1);
    neighbours_.reserve(2 * edges);
    if (is_directed) arcs_.reserve(2 * edges);
}

void GraphsTogether::find_begins(std::span<Edge const> edges, std::span<VertexId const> number) {
    begins_.assign(vertices_ + std::size_t{1}, 0);
    for (Edge const& edge : edges) {
        ++begins_[number[edge.source] + 1];
        ++begins_[number[edge.target] + 1];
    }
    for (VertexId v = 0; v < vertices_; ++v) begins_[v + 1] += begins_[v];
}

// What is seen from both ends goes to its other end, and from there, end by end, to the lists: so these ascend.
template <bool directed> void GraphsTogether::add_lists(std::span<Edge const> edges, std::span<VertexId const> number) {
    owners_.resize(2 * edges.size());
    if (directed) codes_.resize(owners_.size());
    next_.assign(begins_.begin(), begins_.end() - 1);
    auto const see = [&](VertexId owner, VertexId other, std::uint8_t code) {
        std::uint32_t const place = next_[other]++;
        owners_[place] = owner;
        if (directed) codes_[place] = code;
    };
    for (Edge const& edge : edges) {
        VertexId const source = number[edge.source], target = number[edge.target];
        see(source, target, GraphMarks::arc_to);
        see(target, source, GraphMarks::arc_from);
    }

    VertexId* const lists = neighbours_.data() + offsets_.back();
    std::uint8_t* const arcs = arcs_.data() + (directed ? offsets_.back() : 0);
    next_.assign(begins_.begin(), begins_.end() - 1);
    for (VertexId other = 0; other < vertices_; ++other) {
        for (std::uint32_t i = begins_[other]; i < begins_[other + 1]; ++i) {
            VertexId const owner = owners_[i];
            std::uint32_t const end = next_[owner];
            if (directed && end > begins_[owner] && lists[end - 1] == first_ + other) {
                arcs[end - 1] |= codes_[i];
                continue;
            }
            lists[end] = first_ + other;
            if (directed) arcs[end] = codes_[i];
            ++next_[owner];
        }
    }
}

// Mutual edges leave gaps, since their ends see them twice.
void GraphsTogether::close_gaps(EdgeOffset base) {
    EdgeOffset end = base;
    for (VertexId v = 0; v < vertices_; ++v) {
        if (is_directed_ && end < base + begins_[v]) {
            std::copy(&neighbours_[base + begins_[v]], &neighbours_[base] + next_[v], &neighbours_[end]);
            std::copy(&arcs_[base + begins_[v]], &arcs_[base] + next_[v], &arcs_[end]);
        }
        end += next_[v] - begins_[v];
        offsets_.push_back(end);
    }
    neighbours_.resize(end);
    if (is_directed_) arcs_.resize(end);
}

void GraphsTogether::add(std::span<Edge const> edges, std::span<VertexId const> number) {
    if (edges.size() > most_edges) {
        throw InputError(
            fmt::format("network motifs are counted in graphs of fewer than 2^31 edges, and one has {}", edges.size()));
    }
    EdgeOffset const base = offsets_.back();
    find_begins(edges, number);
    neighbours_.resize(base + 2 * edges.size());
    if (is_directed_) {
        arcs_.resize(neighbours_.size());
        add_lists<true>(edges, number);
    } else {
        add_lists<false>(edges, number);
    }
    close_gaps(base);
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
    if (!is_directed_) return graph;
    auto marks = std::make_shared<GraphMarks>();
    marks->arcs = std::move(arcs_);
    graph.marks = std::move(marks);
    return graph;
}

} // namespace cerrado::discovery
