// Numbers of pairs, triples and fours, exact in 128 bits.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado::cuts {

CERRADO_FN constexpr WideCount choose2(WideCount n) { return n < 2 ? 0 : n * (n - 1) / 2; }
// On a GPU a division of 128 bits takes hundreds of instructions.
CERRADO_FN constexpr WideCount choose3(WideCount n) {
    if (n < 3) return 0;
    if (n >> 21 != 0) return n * (n - 1) / 2 * (n - 2) / 3;
    auto const m = static_cast<Count>(n);
    return m * (m - 1) / 2 * (m - 2) / 3;
}
CERRADO_FN constexpr WideCount choose4(WideCount n) {
    if (n < 4) return 0;
    if (n >> 16 != 0) return choose3(n) * (n - 3) / 4;
    auto const m = static_cast<Count>(n);
    return m * (m - 1) / 2 * (m - 2) / 3 * (m - 3) / 4;
}
// Pairs of so few that 64 bits hold their number. Requires: n < 2^32.
CERRADO_FN constexpr Count pairs_of(Count n) { return n < 2 ? 0 : n * (n - 1) / 2; }
CERRADO_FN constexpr WideCount product_of(Count a, Count b) { return WideCount{a} * b; }

} // namespace cerrado::cuts
