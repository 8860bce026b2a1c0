// The Warp of width 1: collectives are identities, so that phases compile to plain loops. One per host worker thread.
#pragma once

#include <cerrado/warp/host_atomics.hpp>

namespace cerrado {

class ScalarWarp : public HostAtomics {
public:
    static constexpr int width = 1;

    int lane() const { return 0; }
    bool any(bool flag) const { return flag; }
    LaneMask ballot(bool flag) const { return flag ? 1u : 0u; }
    int rank_below(LaneMask) const { return 0; }
    template <class T> T shuffle(T value, int) const { return value; }
    template <class T> T reduce_add(T value) const { return value; }
    std::uint32_t reduce_max(std::uint32_t value) const { return value; }
    std::uint32_t reduce_or(std::uint32_t value) const { return value; }
    std::uint32_t reduce_xor(std::uint32_t value) const { return value; }
    std::uint32_t reduce_min(std::uint32_t value) const { return value; }
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
};

static_assert(Warp<ScalarWarp>);

} // namespace cerrado
