// The common part of the kernels that prepare a graph.
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/run/detail/preparation/device_buffer.hpp>

#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace cerrado::detail {

inline constexpr char const* preparing = "preparing the graph on the device";
inline constexpr unsigned step_threads = 256; // threads of a block

inline __device__ std::uint64_t thread_number() { return std::uint64_t{blockIdx.x} * step_threads + threadIdx.x; }

// Runs one thread for each of `count` items.
template <class... Parameters, class... Arguments>
void for_each(std::uint64_t count, void (*kernel)(Parameters...), Arguments const&... arguments) {
    if (count == 0) return;
    kernel<<<static_cast<unsigned>((count + step_threads - 1) / step_threads), step_threads>>>(arguments...);
    check_cuda(cudaGetLastError(), preparing);
}

// Returns: the least i for which is_there(i) is true, or `count` if there is none. Requires: is_there(i) is true for
// all greater i, too.
template <class Predicate> __device__ std::uint64_t first_place(std::uint64_t count, Predicate const& is_there) {
    std::uint64_t low = 0;
    for (std::uint64_t high = count; low < high;) {
        std::uint64_t const middle = low + (high - low) / 2;
        if (is_there(middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

// The vertex whose list has the entry.
inline __device__ VertexId owner_of_entry(GraphRef const& graph, EdgeOffset entry) {
    auto const ends_later = [&](std::uint64_t v) { return graph.offsets[v + 1] > entry; };
    return static_cast<VertexId>(first_place(graph.vertex_count, ends_later));
}

inline int bits_up_to(std::uint64_t most) { return std::max(1, static_cast<int>(std::bit_width(most))); }

// Sorts by falling key. As in CUB, if `scratch` is null it only sets `bytes` to the size of the scratch memory.
// Requires: no key is above `most`.
inline cudaError_t sort_falling(void* scratch, std::size_t& bytes, std::uint32_t const* keys,
                                std::uint32_t* sorted_keys, std::uint32_t const* values, std::uint32_t* sorted,
                                std::uint64_t count, std::uint64_t most) {
    return cub::DeviceRadixSort::SortPairsDescending(scratch, bytes, keys, sorted_keys, values, sorted, count, 0,
                                                     bits_up_to(most));
}

} // namespace cerrado::detail
