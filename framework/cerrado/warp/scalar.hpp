// The Warp of width 1: collectives are identities, so that phases compile to plain loops. One per host worker thread.
#pragma once

#include <cerrado/warp/warp.hpp>

#include <atomic>
#include <chrono>
#include <thread>

namespace cerrado {

class ScalarWarp {
public:
    static constexpr int width = 1;

    int lane() const { return 0; }
    bool any(bool flag) const { return flag; }
    LaneMask ballot(bool flag) const { return flag ? 1u : 0u; }
    int rank_below(LaneMask) const { return 0; }
    template <class T> T shuffle(T value, int) const { return value; }
    template <class T> T reduce_add(T value) const { return value; }
    void sync() const {}

    template <class T> static T lane_add(T* cell, T value) {
        T const old = *cell;
        *cell = old + value;
        return old;
    }
    static std::uint32_t lane_cas(std::uint32_t* cell, std::uint32_t expected, std::uint32_t desired) {
        std::uint32_t const old = *cell;
        if (old == expected) *cell = desired;
        return old;
    }
    template <class T> static T grid_add(T* cell, T value) {
        return std::atomic_ref<T>(*cell).fetch_add(value, std::memory_order_relaxed);
    }
    static Count grid_exchange(Count* cell, Count value) {
        return std::atomic_ref<Count>(*cell).exchange(value, std::memory_order_relaxed);
    }
    template <class T> static T* fast(T* memory) { return memory; }
    static Count grid_load(Count* cell) { return std::atomic_ref<Count>(*cell).load(std::memory_order_relaxed); }
    static std::uint32_t grid_load(std::uint32_t* cell) {
        return std::atomic_ref<std::uint32_t>(*cell).load(std::memory_order_relaxed);
    }
    template <class T> static void grid_store(T* cell, T value) {
        std::atomic_ref<T>(*cell).store(value, std::memory_order_relaxed);
    }
    static Count grid_cas(Count* cell, Count expected, Count desired) {
        std::atomic_ref<Count>(*cell).compare_exchange_strong(expected, desired, std::memory_order_relaxed);
        return expected;
    }
    static std::uint64_t grid_acquire(std::uint64_t* word) { return acquire(word); }
    static void grid_release(std::uint64_t* word, std::uint64_t value) { release(word, value); }
    static void rest() { std::this_thread::sleep_for(std::chrono::microseconds(20)); }
    static std::uint64_t acquire(std::uint64_t* word) {
        return std::atomic_ref<std::uint64_t>(*word).load(std::memory_order_acquire);
    }
    static void release(std::uint64_t* word, std::uint64_t value) {
        std::atomic_ref<std::uint64_t>(*word).store(value, std::memory_order_release);
    }
};

static_assert(Warp<ScalarWarp>);

} // namespace cerrado
