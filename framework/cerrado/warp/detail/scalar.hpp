// The Warp of width 1: collectives are identities, so phases compile to plain loops. Each worker thread of the host is
// one.
#pragma once

#include <cerrado/warp/detail/host_atomics.hpp>

namespace cerrado {

class ScalarWarp : public HostAtomics {
public:
    static constexpr int width = 1;

    CERRADO_FN int lane() const { return 0; }
    CERRADO_FN bool any(bool flag) const { return flag; }
    CERRADO_FN LaneMask ballot(bool flag) const { return flag ? 1u : 0u; }
    CERRADO_FN int rank_below(LaneMask) const { return 0; }
    template <class T> CERRADO_FN T shuffle(T value, int) const { return value; }
    template <class T> CERRADO_FN T reduce_add(T value) const { return value; }
    CERRADO_FN std::uint32_t reduce_max(std::uint32_t value) const { return value; }
    CERRADO_FN std::uint32_t reduce_or(std::uint32_t value) const { return value; }
    CERRADO_FN std::uint32_t reduce_xor(std::uint32_t value) const { return value; }
    CERRADO_FN std::uint32_t reduce_min(std::uint32_t value) const { return value; }
    CERRADO_FN void sync() const {}

    template <class T> static CERRADO_FN T lane_add(T* cell, T value) {
        T const old = *cell;
        *cell = old + value;
        return old;
    }
    static CERRADO_FN std::uint32_t lane_cas(std::uint32_t* cell, std::uint32_t expected, std::uint32_t desired) {
        std::uint32_t const old = *cell;
        if (old == expected) *cell = desired;
        return old;
    }
};

static_assert(Warp<ScalarWarp>);

} // namespace cerrado
