// Cuts the lists of hubs into slices. Workers of their own make the sums of slices. Otherwise a round would wait for a
// hub.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/resident.hpp>

namespace cerrado {

struct SliceSizes {
    std::uint32_t count = 0; // of all hubs; 0: there is no hub
    std::uint32_t edges = 1; // at most, of a slice

    CERRADO_FN bool is_hub(VertexId degree) const { return count > 0 && degree > 2 * edges; }
    CERRADO_FN std::uint32_t slices_of(VertexId degree) const { return (degree + edges - 1) / edges; }
};

// As the device sees them.
struct HubSlices : SliceSizes {
    ArrayRef<std::uint32_t> first; // for each hub its first slice
    ArrayRef<VertexId> vertices;   // for each slice its vertex
};

// Slices have at least twice the average list, so that there are fewer than vertices, and at least the square root of
// the longest, since the sums of a hub's slices are added up, too.
SliceSizes slices_for(Graph const& graph);
// The first slice of each vertex, by its position.
std::vector<std::uint32_t> first_slices(Graph const& graph, SliceSizes const& sizes);

} // namespace cerrado
