#include "discovery/models/graphs_together.hpp"

#include <cerrado/graph/marks.hpp>

#include <memory>
#include <utility>

namespace cerrado::discovery {

void GraphsTogether::find_offsets(std::span<Edge const> edges, std::span<VertexId const> number) {
    begins_.assign(vertices_ + 1, 0);
    for (Edge const& edge : edges) {
        ++begins_[number[edge.source] + 1];
        ++begins_[number[edge.target] + 1];
    }
    for (VertexId v = 0; v < vertices_; ++v) begins_[v + 1] += begins_[v];
}

// What is seen from both ends goes to its other end, and from there, end by end, to the lists: so these ascend.
void GraphsTogether::add(std::span<Edge const> edges, std::span<VertexId const> number) {
    find_offsets(edges, number);
    owners_.resize(2 * edges.size());
    codes_.resize(2 * edges.size());
    next_.assign(begins_.begin(), begins_.end() - 1);
    auto const see = [&](VertexId owner, VertexId other, std::uint8_t code) {
        EdgeOffset const place = next_[other]++;
        owners_[place] = owner;
        codes_[place] = code;
    };
    for (Edge const& edge : edges) {
        VertexId const source = number[edge.source], target = number[edge.target];
        see(source, target, GraphMarks::arc_to);
        see(target, source, GraphMarks::arc_from);
    }

    EdgeOffset const base = neighbours_.size();
    neighbours_.resize(base + owners_.size());
    arcs_.resize(is_directed_ ? neighbours_.size() : 0);
    next_.assign(begins_.begin(), begins_.end() - 1);
    for (VertexId other = 0; other < vertices_; ++other) {
        for (EdgeOffset i = begins_[other]; i < begins_[other + 1]; ++i) {
            VertexId const owner = owners_[i];
            EdgeOffset const end = next_[owner];
            if (is_directed_ && end > begins_[owner] && neighbours_[base + end - 1] == first_ + other) {
                arcs_[base + end - 1] |= codes_[i];
                continue;
            }
            neighbours_[base + end] = first_ + other;
            if (is_directed_) arcs_[base + end] = codes_[i];
            ++next_[owner];
        }
    }

    EdgeOffset end = base; // lists move together where mutual edges left room
    for (VertexId v = 0; v < vertices_; ++v) {
        for (EdgeOffset i = begins_[v]; i < next_[v]; ++i, ++end) {
            neighbours_[end] = neighbours_[base + i];
            if (is_directed_) arcs_[end] = arcs_[base + i];
        }
        offsets_.push_back(end);
    }
    neighbours_.resize(end);
    arcs_.resize(is_directed_ ? end : 0);
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
