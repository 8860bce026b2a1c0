// 128-bit counters to which every worker of a run may add.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

struct WideCells {
    Count* low = nullptr;
    Count* high = nullptr;
};

namespace phase {

// Adds 128 bits by two atomic additions of 64 bits. The old value of the low word tells the carry.
// Lanes: any. Cost: one or two atomic additions.
template <class W> CERRADO_FN void add_wide(WideCells const& cells, std::uint64_t index, WideCount count) {
    Count const low = static_cast<Count>(count);
    Count const old = W::grid_add(cells.low + index, low);
    Count const high = static_cast<Count>(count >> 64) + (old + low < old ? 1 : 0);
    if (high != 0) W::grid_add(cells.high + index, high);
}

} // namespace phase

} // namespace cerrado
