// What runs of the sieve take on a device: how points are cut into layers, and how many bytes a layer has.
#pragma once

#include "sieve/reduction.hpp"
#include "sieve/slices.hpp"

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
    std::uint64_t bytes_of_layer; // with what else it has
    std::uint64_t bytes_beside;   // the graph, and what is there once for all layers

    bool has_planes() const { return device != DeviceKind::host; } // as Lines
};

// `options`: with a device that is resolved. By layers is for the host alone, and k from 6 on; automatic: what is
// quicker.
SieveShape shape_of(ReducedGraph const& reduced, int k, RunOptions const& options,
                    SieveOrder order = SieveOrder::automatic);

// Of the CUDA device of that number, or the host.
std::uint64_t memory_of(DeviceKind device, int number);

// Of so many layers that are to be done. By rounds: jobs enough that workers end a round together, and no more than a
// quarter of the memory, but one at least; and always as many. By layers: one for each worker. Throws Error where memory does not hold
// that.
std::uint64_t layers_at_once(SieveShape const& shape, std::uint64_t layers, std::uint64_t memory);

} // namespace cerrado
