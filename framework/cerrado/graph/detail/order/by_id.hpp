// The vertices by their ids in the file.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace cerrado {

// Returns: the vertices by ascending original ids, the order of LocalCounts.
inline std::vector<VertexId> vertices_by_id(Graph const& graph) {
    std::vector<VertexId> by_id(graph.vertex_count());
    std::iota(by_id.begin(), by_id.end(), VertexId{0});
    auto const id_of = [&](VertexId v) { return graph.original_id(v); };
    if (!std::ranges::is_sorted(by_id, {}, id_of)) std::ranges::sort(by_id, {}, id_of);
    return by_id;
}

} // namespace cerrado
