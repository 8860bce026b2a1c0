// How many layers of points a run of the sieve has under way at once.
#pragma once

#include <cerrado/runtime/devices.hpp>

namespace cerrado {

struct LayersWanted {
    DeviceKind device; // resolved
    int k;
    std::uint64_t layers;   // of all points
    std::uint64_t vertices; // 1 or more
    std::uint64_t bytes;    // of the lines of a layer
};

// Jobs enough that workers end a round together, and no more than a quarter of the memory, but one at least. Throws Error
// where memory does not hold that.
std::uint64_t layers_at_once(LayersWanted const& wanted);

} // namespace cerrado
