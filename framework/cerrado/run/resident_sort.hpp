// Sorting where the arrays of a Resident lie.
#pragma once

#include <cerrado/run/resident.hpp>

#include <cstdint>

namespace cerrado {

struct SortedKeys {
    ResidentArray<std::uint64_t> keys;   // ascending
    ResidentArray<std::uint32_t> places; // where each was; equal keys stay in their order
};

// Sorts keys. Requires: no key is above `most`. Throws InputError for 2^32 keys and more, and Error if the device fails. Cost:
// on CUDA a pass for each 8 bits of `most`; on the host O(n log n), shared by the threads of the Resident.
SortedKeys sorted(Resident const& resident, ResidentArray<std::uint64_t> const& keys, std::uint64_t most);

} // namespace cerrado
