// The Warp concept: the operations that a phase may ask of the lanes that execute it together.
//
// A phase is written once: `for (i = warp.lane(); i < n; i += W::width)`. There are three models: scalar (width 1: the
// loop becomes a plain loop), cuda (a tile of lanes of one hardware warp) and lockstep (one thread per lane and a
// barrier, so that ThreadSanitizer sees a missing sync). Every operation except lane(), rank_below() and the atomics is
// collective: all lanes call it, in the same order, and the result is valid on every lane. Source: the warp-centric
// model of the DuMato thesis, Section 5.2.
#pragma once

#include <cerrado/core/types.hpp>

#include <concepts>

namespace cerrado {

using LaneMask = std::uint32_t; // bit i: lane i

CERRADO_FN inline int popcount(std::uint32_t bits) {
#if defined(__CUDA_ARCH__)
    return __popc(bits);
#else
    return __builtin_popcount(bits);
#endif
}

// Asks for a line that the host will read soon. On a GPU, a warp has prefetch().
CERRADO_FN inline void prefetch_on_host([[maybe_unused]] void const* line) {
#if !defined(__CUDA_ARCH__)
    __builtin_prefetch(line);
#endif
}

// Returns: the index of the lowest set bit. Requires: bits is not 0.
CERRADO_FN inline int lowest_bit(std::uint32_t bits) {
#if defined(__CUDA_ARCH__)
    return __ffs(static_cast<int>(bits)) - 1;
#else
    return __builtin_ctz(bits);
#endif
}

// Returns: the index of the n-th lowest set bit, n from 0. Requires: more than n bits are set.
CERRADO_FN inline std::uint32_t nth_bit(std::uint32_t bits, std::uint32_t n) {
    std::uint32_t index = 0;
    for (std::uint32_t half = 16; half > 0; half /= 2) {
        auto const below = static_cast<std::uint32_t>(popcount(bits & ((1u << half) - 1)));
        if (n < below) continue;
        n -= below;
        bits >>= half;
        index += half;
    }
    return index;
}

// True if the workers of a block can help each other. The model then has W::team_rank(), team_size(), team_sync(),
// group_sync(), and of_team<T>(), an object that they share.
template <class W> inline constexpr bool has_team = requires { requires W::has_team; };

template <class W>
concept Warp = requires(W const& warp, bool flag, std::uint32_t value, Count count, std::uint32_t* cell, Count* total,
                        std::uint64_t* word) {
    requires W::width >= 1 && W::width <= 32;
    { warp.lane() } -> std::same_as<int>;                      // 0 .. width - 1
    { warp.any(flag) } -> std::same_as<bool>;                  // true if any lane says true
    { warp.ballot(flag) } -> std::same_as<LaneMask>;           // bit i: lane i says true
    { warp.rank_below(LaneMask{}) } -> std::same_as<int>;      // set bits below this lane
    { warp.shuffle(value, 0) } -> std::same_as<std::uint32_t>; // lane 0's value
    { warp.shuffle(count, 0) } -> std::same_as<Count>;
    { warp.reduce_add(value) } -> std::same_as<std::uint32_t>; // the sum over lanes
    { warp.reduce_add(count) } -> std::same_as<Count>;
    { warp.reduce_add(0.5) } -> std::same_as<double>; // the sum over lanes, added in the model's own order
    { warp.reduce_max(value) } -> std::same_as<std::uint32_t>;
    { warp.reduce_or(value) } -> std::same_as<std::uint32_t>;
    { warp.reduce_xor(value) } -> std::same_as<std::uint32_t>;
    { warp.reduce_min(value) } -> std::same_as<std::uint32_t>;
    warp.sync(); // every lane sees afterwards what any lane wrote before
    // Atomic among the lanes of this warp. Both return the old value.
    { W::lane_add(cell, value) } -> std::same_as<std::uint32_t>;
    { W::lane_cas(cell, value, value) } -> std::same_as<std::uint32_t>;
    { W::fast(cell) } -> std::same_as<std::uint32_t*>; // the same pointer, known to lead to the worker's fast memory
    W::prefetch(cell); // it will be read soon: a GPU brings it from memory to its second-level cache
    // Atomic among all warps of the device, relaxed. Loaded values are never kept in a register.
    { W::grid_add(cell, value) } -> std::same_as<std::uint32_t>;
    { W::grid_add(total, count) } -> std::same_as<Count>;
    { W::grid_or(cell, value) } -> std::same_as<std::uint32_t>;
    { W::grid_exchange(total, count) } -> std::same_as<Count>;
    { W::grid_load(cell) } -> std::same_as<std::uint32_t>;
    { W::grid_load(total) } -> std::same_as<Count>;
    W::grid_store(cell, value);
    W::grid_store(total, count);
    { W::grid_acquire(word) } -> std::same_as<std::uint64_t>; // ordered with grid_release() by another warp
    W::grid_release(word, std::uint64_t{});
    // the same as grid_release(), with an addition
    { W::grid_add_release(word, std::uint64_t{}) } -> std::same_as<std::uint64_t>;
    { W::acquire(word) } -> std::same_as<std::uint64_t>; // like grid_acquire(), also ordered with the host
    W::release(word, std::uint64_t{});
    // cycles of this worker's processor; only differences have a meaning
    { W::clock() } -> std::same_as<std::uint32_t>;
    { W::nanoseconds() } -> std::same_as<std::uint64_t>; // nanoseconds of a clock that all workers share
    W::rest();                                           // pauses an idle warp for a microsecond or more
};

} // namespace cerrado
