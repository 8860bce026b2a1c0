// The three arrays of a graph in one owner. Code that is known to build them correctly makes a Graph from them without
// a check.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <utility>

namespace cerrado {

struct GraphArrays {
    std::vector<EdgeOffset> offsets;      // vertex_count + 1 entries from 0
    std::vector<VertexId> neighbours;     // ascending per vertex
    std::vector<OriginalId> original_ids; // one per vertex; empty if each vertex is its own original id
};

// Throws InputError if two vertices have the same original id. The readers make ids that ascend, which takes one
// comparison for each id. Other ids are sorted.
void require_distinct(std::span<OriginalId const> original_ids);

// Takes the arrays as they are. Requires: they pass the checks of Graph's checking constructor. O(n), for the largest
// degree.
inline Graph adopt_arrays(GraphArrays arrays, bool oriented = false) {
    auto storage = std::make_shared<GraphArrays const>(std::move(arrays));
    std::span<EdgeOffset const> const offsets = storage->offsets;
    std::span<VertexId const> const neighbours = storage->neighbours;
    std::span<OriginalId const> const original_ids = storage->original_ids;
    return Graph(offsets, neighbours, original_ids, std::move(storage), oriented);
}

} // namespace cerrado
