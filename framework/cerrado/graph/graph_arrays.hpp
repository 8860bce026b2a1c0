// The three arrays of a graph in one owner. Builders that made them right get a Graph from them without a check.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <utility>

namespace cerrado {

struct GraphArrays {
    std::vector<EdgeOffset> offsets;      // vertex_count + 1 entries from 0
    std::vector<VertexId> neighbours;     // ascending per vertex
    std::vector<OriginalId> original_ids; // one per vertex, or empty: the identity
};

// Throws InputError if two vertices have the same original id. The readers make ids that ascend, and those cost one
// look each. Other ids are sorted.
void require_distinct(std::span<OriginalId const> original_ids);

// Takes the arrays as they are. Requires: what Graph's checking constructor would check. O(n), for the largest degree.
inline Graph adopt_arrays(GraphArrays arrays, bool oriented = false) {
    auto storage = std::make_shared<GraphArrays const>(std::move(arrays));
    std::span<EdgeOffset const> const offsets = storage->offsets;
    std::span<VertexId const> const neighbours = storage->neighbours;
    std::span<OriginalId const> const original_ids = storage->original_ids;
    return Graph(offsets, neighbours, original_ids, std::move(storage), oriented);
}

} // namespace cerrado
