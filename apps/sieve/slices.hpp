// The lists of hubs in slices, whose sums are made by workers of their own: else one of them ends a round.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/resident.hpp>

namespace cerrado {

struct SliceSizes {
    std::uint32_t count = 0; // of all hubs; 0: there is none
    std::uint32_t edges = 1; // of a slice, at most

    CERRADO_FN bool is_hub(VertexId degree) const { return count > 0 && degree > 2 * edges; }
    CERRADO_FN std::uint32_t slices_of(VertexId degree) const { return (degree + edges - 1) / edges; }
};

// As the device sees them.
struct HubSlices : SliceSizes {
    ArrayRef<std::uint32_t> first; // of each vertex its first slice, where it is a hub
    ArrayRef<VertexId> vertices;   // of each slice the vertex
};

// Slices of twice the average list or more, so that there are fewer than vertices, and of the square root of the
// longest, for the sums of a hub's slices are added up, too.
SliceSizes slices_for(Graph const& graph);
// The first slice of each vertex, by its position.
std::vector<std::uint32_t> first_slices(Graph const& graph, SliceSizes const& sizes);

} // namespace cerrado
