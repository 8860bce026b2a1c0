// The common part of the host's Warps: atomics among all worker threads, and the pause of an idle one.
#pragma once

#include <cerrado/warp/detail/warp.hpp>

#include <atomic>
#include <chrono>
#include <thread>

namespace cerrado {

// Base of ScalarWarp and LockstepTile, which add the collectives and the atomics among their own lanes.
class HostAtomics {
public:
    CERRADO_CALLS_HOST template <class T> static CERRADO_FN T grid_add(T* cell, T value) {
        return std::atomic_ref<T>(*cell).fetch_add(value, std::memory_order_relaxed);
    }
    CERRADO_CALLS_HOST static CERRADO_FN std::uint32_t grid_or(std::uint32_t* cell, std::uint32_t bits) {
        return std::atomic_ref<std::uint32_t>(*cell).fetch_or(bits, std::memory_order_relaxed);
    }
    CERRADO_CALLS_HOST static CERRADO_FN Count grid_exchange(Count* cell, Count value) {
        return std::atomic_ref<Count>(*cell).exchange(value, std::memory_order_relaxed);
    }
    CERRADO_CALLS_HOST static CERRADO_FN Count grid_load(Count* cell) {
        return std::atomic_ref<Count>(*cell).load(std::memory_order_relaxed);
    }
    CERRADO_CALLS_HOST static CERRADO_FN std::uint32_t grid_load(std::uint32_t* cell) {
        return std::atomic_ref<std::uint32_t>(*cell).load(std::memory_order_relaxed);
    }
    CERRADO_CALLS_HOST template <class T> static CERRADO_FN void grid_store(T* cell, T value) {
        std::atomic_ref<T>(*cell).store(value, std::memory_order_relaxed);
    }
    CERRADO_CALLS_HOST static CERRADO_FN std::uint64_t grid_acquire(std::uint64_t* word) { return acquire(word); }
    CERRADO_CALLS_HOST static CERRADO_FN void grid_release(std::uint64_t* word, std::uint64_t value) {
        release(word, value);
    }
    CERRADO_CALLS_HOST static CERRADO_FN std::uint64_t grid_add_release(std::uint64_t* word, std::uint64_t value) {
        return std::atomic_ref<std::uint64_t>(*word).fetch_add(value, std::memory_order_release);
    }
    CERRADO_CALLS_HOST static CERRADO_FN std::uint64_t acquire(std::uint64_t* word) {
        return std::atomic_ref<std::uint64_t>(*word).load(std::memory_order_acquire);
    }
    CERRADO_CALLS_HOST static CERRADO_FN void release(std::uint64_t* word, std::uint64_t value) {
        std::atomic_ref<std::uint64_t>(*word).store(value, std::memory_order_release);
    }
    CERRADO_CALLS_HOST static CERRADO_FN void rest() { std::this_thread::sleep_for(std::chrono::microseconds(20)); }
    CERRADO_CALLS_HOST static CERRADO_FN std::uint32_t clock() {
#if defined(__x86_64__)
        return static_cast<std::uint32_t>(__builtin_ia32_rdtsc());
#else
        return static_cast<std::uint32_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
    }
    CERRADO_CALLS_HOST static CERRADO_FN std::uint64_t nanoseconds() {
        auto const since = std::chrono::steady_clock::now().time_since_epoch();
        return static_cast<std::uint64_t>(std::chrono::nanoseconds(since).count());
    }
    template <class T> static CERRADO_FN T* fast(T* memory) { return memory; }
    static CERRADO_FN void prefetch(void const*) {} // the processor prefetches by itself
};

} // namespace cerrado
