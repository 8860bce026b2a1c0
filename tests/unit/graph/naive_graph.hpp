// Slow and obvious counterparts that the graph core is tested against.
#pragma once

#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/graph/graph.hpp>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace cerrado::naive {

using EdgeSet = std::set<std::pair<OriginalId, OriginalId>>;

// Edges by original id, the lower first, each once.
inline EdgeSet edges_of(Graph const& graph) {
    EdgeSet edges;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            edges.insert(std::minmax({graph.original_id(v), graph.original_id(u)}));
        }
    }
    return edges;
}

// The vertices in a random order.
inline VertexOrder shuffled(VertexId vertex_count, std::uint64_t seed) {
    VertexOrder order(vertex_count);
    std::iota(order.begin(), order.end(), VertexId{0});
    RandomSource random(seed);
    random.shuffle(order);
    return order;
}

// Up to `count` edges with self-loops and duplicates among them, in both directions.
inline std::vector<Edge> random_edges(VertexId vertex_count, std::size_t count, std::uint64_t seed) {
    RandomSource random(seed);
    std::vector<Edge> edges;
    for (std::size_t i = 0; vertex_count > 0 && i < count; ++i) {
        edges.push_back(
            {static_cast<VertexId>(random.below(vertex_count)), static_cast<VertexId>(random.below(vertex_count))});
    }
    return edges;
}

inline Graph random_graph(VertexId vertex_count, std::size_t count, std::uint64_t seed) {
    return graph_from_edges(vertex_count, random_edges(vertex_count, count, seed));
}

inline bool simple_and_sorted(Graph const& graph) {
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        auto const list = graph.neighbours(v);
        if (std::adjacent_find(list.begin(), list.end(), std::greater_equal<>{}) != list.end()) return false;
        for (VertexId const u : list) {
            if (u >= graph.vertex_count() || u == v || !graph.ref().adjacent(u, v)) return false;
        }
    }
    return true;
}

} // namespace cerrado::naive
