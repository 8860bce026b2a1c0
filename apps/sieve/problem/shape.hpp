// What runs of the sieve take on a device: how points are cut into layers, and how many bytes a layer has.
#pragma once

#include "sieve/lines/slices.hpp"
#include "sieve/problem/reduction.hpp"

#include <cerrado/run/devices.hpp>

namespace cerrado {

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
