// Compare and swap of 64 bits among all workers of a run.
#pragma once

#include <cerrado/core/types.hpp>

#if !defined(__CUDA_ARCH__)
#include <atomic>
#endif

namespace cerrado {

// If the cell is `expected`, makes it `desired`. Lanes: any. Returns: the value that the cell had.
CERRADO_FN inline std::uint64_t grid_cas(std::uint64_t* cell, std::uint64_t expected, std::uint64_t desired) {
#if defined(__CUDA_ARCH__)
    return atomicCAS(reinterpret_cast<unsigned long long*>(cell), static_cast<unsigned long long>(expected),
                     static_cast<unsigned long long>(desired));
#else
    std::atomic_ref<std::uint64_t>(*cell).compare_exchange_strong(expected, desired, std::memory_order_relaxed);
    return expected;
#endif
}

} // namespace cerrado
