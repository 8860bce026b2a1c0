// The sizes of a run of the sieve on a device: the layers into which points are cut, the slices into which the lists of
// hubs are cut, and the bytes of a layer.
#pragma once

#include "sieve/problem.hpp"

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/resident.hpp>

namespace cerrado {

// The lists of hubs are cut into slices. Different workers make the sums of different slices. Otherwise a round would
// wait for a hub.
struct SliceSizes {
    std::uint32_t count = 0; // slices of all hubs; 0 if there is no hub
    std::uint32_t edges = 1; // most edges of a slice

    CERRADO_FN bool is_hub(VertexId degree) const { return count > 0 && degree > 2 * edges; }
    CERRADO_FN std::uint32_t slices_of(VertexId degree) const { return (degree + edges - 1) / edges; }
};

// The slices as the device sees them.
struct HubSlices : SliceSizes {
    ArrayRef<std::uint32_t> first; // the first slice of each hub
    ArrayRef<VertexId> vertices;   // the vertex of each slice
};

// A slice is at least twice as long as the average list, so that there are fewer slices than vertices. It is also at
// least the square root of the longest list, because the sums of a hub's slices must be added up, too.
SliceSizes slices_for(Graph const& graph);
// The first slice of each vertex, by its position.
std::vector<std::uint32_t> first_slices(Graph const& graph, SliceSizes const& sizes);

// The order in which a run goes over the points: many layers at once in rounds (SieveRounds), or each layer on a thread
// of the host (HostLayers).
enum class SieveOrder { automatic, by_rounds, by_layers };

struct SieveShape {
    DeviceKind device; // never automatic
    int k;
    VertexId vertices; // 1 or more
    bool is_by_layers;
    int workers;          // workers of the host
    std::uint32_t points; // points of a line
    std::uint64_t layers; // layers of a run
    SliceSizes slices;
    std::uint64_t bytes_of_lines; // bytes of a layer's lines
    std::uint64_t bytes_of_layer; // bytes of a layer, with its other data
    std::uint64_t bytes_beside;   // bytes of the graph, and of the data that all layers share

    bool has_planes() const { return device != DeviceKind::host; } // as in Lines
};

// Requires: the device in `options` is not automatic. Only the host can go by layers, and only if k is 6 or more.
// SieveOrder::automatic takes the quicker order.
SieveShape shape_of(ReducedGraph const& reduced, int k, RunOptions const& options,
                    SieveOrder order = SieveOrder::automatic);

// Returns: the number of layers that are done at once. By layers: one for each worker. By rounds: enough for workers to
// end a round together, and the same number in each batch. They take at most a quarter of the memory, but there is at
// least one. Throws Error if the memory is too small.
std::uint64_t layers_at_once(SieveShape const& shape, std::uint64_t layers, std::uint64_t memory);

} // namespace cerrado
