// Where a pair of vertices is joined, for graphs whose edges change and which several lanes change together.
#pragma once

#include "discovery/models/draws.hpp"
#include "discovery/models/pairs.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace cerrado::discovery {

// A cell for each hash of a pair, four times as many as pairs. It is 0 if no pair is there, the slot and 1 more if one
// is, and `several` and their number if there are more, or were. So a cell mostly says all. If it has several, lists
// must be looked through.
namespace pair_index {

constexpr std::uint32_t several = std::uint32_t{1} << 31;

// Requires: pairs have less than 2^31 slots. Returns: less than 2^32.
inline std::uint64_t cells_for(std::uint64_t pairs) {
    return std::min<std::uint64_t>(4 * pairs, std::numeric_limits<std::uint32_t>::max());
}

CERRADO_FN inline std::uint32_t place_of(Edge const& pair, std::uint64_t cells) {
    return static_cast<std::uint32_t>((hash_of_pair(pair) >> 32) * cells >> 32);
}
CERRADO_FN inline std::uint32_t with_one_more(std::uint32_t cell, Slot slot) {
    if (cell == 0) return slot + 1;
    return cell < several ? several + 2 : cell + 1;
}
CERRADO_FN inline std::uint32_t with_one_less(std::uint32_t cell) { return cell <= several + 1 ? 0 : cell - 1; }

} // namespace pair_index

} // namespace cerrado::discovery
