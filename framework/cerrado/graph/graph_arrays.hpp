// The three arrays of a graph in one owner, and the unchecked way from them to a Graph, for builders that made
// them right.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <utility>

namespace cerrado {

struct GraphArrays {
    std::vector<EdgeOffset> offsets;      // vertex_count + 1 entries from 0
    std::vector<VertexId> neighbours;     // ascending per vertex
    std::vector<OriginalId> original_ids; // one per vertex, or empty: the identity
};

// Throws InputError where two vertices have the same original id. Ids that ascend, as those that the readers make do,
// cost one look at each; others are sorted.
void require_distinct(std::span<OriginalId const> original_ids);

// Takes the arrays as they are: the caller vouches for what Graph's checking constructor would check. O(n) for the
// largest degree.
inline Graph adopt_arrays(GraphArrays arrays, bool oriented = false) {
    auto storage = std::make_shared<GraphArrays const>(std::move(arrays));
    std::span<EdgeOffset const> const offsets = storage->offsets;
    std::span<VertexId const> const neighbours = storage->neighbours;
    std::span<OriginalId const> const original_ids = storage->original_ids;
    return Graph(offsets, neighbours, original_ids, std::move(storage), oriented);
}

} // namespace cerrado
