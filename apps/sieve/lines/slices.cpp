#include "sieve/lines/slices.hpp"

#include "sieve/lines/lines_of_edges.hpp"

#include <algorithm>
#include <cmath>

namespace cerrado {

SliceSizes slices_for(Graph const& graph) {
    constexpr std::uint32_t tile = edges_of_tile;
    SliceSizes sizes;
    if (graph.vertex_count() == 0) return sizes;
    auto const average = static_cast<std::uint32_t>(graph.neighbour_array().size() / graph.vertex_count());
    auto const root = static_cast<std::uint32_t>(std::sqrt(graph.max_degree()));
    sizes.edges = (std::max({2 * tile, 2 * average, root}) + tile - 1) / tile * tile;
    std::uint32_t count = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (graph.degree(v) > 2 * sizes.edges) count += sizes.slices_of(graph.degree(v));
    }
    sizes.count = count;
    return sizes;
}

std::vector<std::uint32_t> first_slices(Graph const& graph, SliceSizes const& sizes) {
    std::vector<std::uint32_t> first(graph.vertex_count());
    std::uint32_t next = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        first[v] = next;
        if (sizes.is_hub(graph.degree(v))) next += sizes.slices_of(graph.degree(v));
    }
    return first;
}

} // namespace cerrado
