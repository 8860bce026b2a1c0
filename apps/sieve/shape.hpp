// What runs of the sieve take on a device: how points are cut into layers, and how many bytes a layer has.
#pragma once

#include "sieve/reduction.hpp"
#include "sieve/slices.hpp"

#include <cerrado/runtime/devices.hpp>

namespace cerrado {

// Whether sums over neighbours are kept for the sizes to come, see SieveRounds.
enum class KeptSums { automatic, all, none };

struct SieveShape {
    DeviceKind device; // resolved
    int k;
    VertexId vertices; // 1 or more
    bool keeps_sums;
    std::uint32_t points; // of a line
    std::uint64_t layers; // of a run
    SliceSizes slices;
    std::uint64_t bytes_of_layer;
    std::uint64_t bytes_beside; // the graph, and what is there once for all layers
};

// `kept`: none is for the host alone; automatic: what is quicker.
SieveShape shape_of(ReducedGraph const& reduced, int k, DeviceKind device, KeptSums kept = KeptSums::automatic);

// Of the CUDA device of that number, or the host.
std::uint64_t memory_of(DeviceKind device, int number);

// Of so many layers that are to be done: jobs enough that workers end a round together, and no more than a quarter of the
// memory, but one at least. Throws Error where memory does not hold that.
std::uint64_t layers_at_once(SieveShape const& shape, std::uint64_t layers, std::uint64_t memory);

} // namespace cerrado
