// What runs of the sieve take on a device: how points are cut into layers, the lists of hubs into slices, and how many
// bytes a layer has.
#pragma once

#include "sieve/problem.hpp"

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/resident.hpp>

namespace cerrado {

// Cuts the lists of hubs into slices. Workers of their own make the sums of slices. Otherwise a round would wait for a
// hub.
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

// How a run goes over the points: many layers at once in rounds (SieveRounds), or each layer on a thread of the host
// (HostLayers).
enum class SieveOrder { automatic, by_rounds, by_layers };

struct SieveShape {
    DeviceKind device; // resolved
    int k;
    VertexId vertices; // 1 or more
    bool is_by_layers;
    int workers;          // of the host
    std::uint32_t points; // of a line
    std::uint64_t layers; // of a run
    SliceSizes slices;
    std::uint64_t bytes_of_lines; // of a layer
    std::uint64_t bytes_of_layer; // with the layer's other data
    std::uint64_t bytes_beside;   // the graph, and what all layers share

    bool has_planes() const { return device != DeviceKind::host; } // as Lines
};

// Requires: the device in `options` is resolved. Only the host can go by layers, for k from 6 on. automatic takes the
// quicker way.
SieveShape shape_of(ReducedGraph const& reduced, int k, RunOptions const& options,
                    SieveOrder order = SieveOrder::automatic);

// How many of `layers` are done at once. By rounds: enough jobs that workers end a round together, at most a quarter of
// the memory, but at least one layer, and always the same number. By layers: one for each worker. Throws Error if
// memory does not hold them.
std::uint64_t layers_at_once(SieveShape const& shape, std::uint64_t layers, std::uint64_t memory);

} // namespace cerrado
