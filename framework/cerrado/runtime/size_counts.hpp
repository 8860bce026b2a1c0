// From the leaves of pivoting to the number of cliques of every size, exact whatever its length.
#pragma once

#include <cerrado/runtime/result.hpp>

#include <span>

namespace cerrado {

// For sizes from `shortest` to `longest`, or to the largest that occurs. `leaves`: leaf_cells(d) numbers of leaves, at leaf_cell().
// O(d min(d, longest)) additions.
SizeCounts sizes_of_leaves(std::span<WideCount const> leaves, int shortest, int longest);

// A decimal number, or the largest WideCount where it exceeds that.
WideCount to_count(std::string const& digits);

} // namespace cerrado
