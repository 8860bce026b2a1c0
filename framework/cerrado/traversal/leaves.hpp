// The leaves of pivoting, counted per (holds, pivots): h held vertices and p pivots stand for C(p, s) cliques of h + s vertices, for every s.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// Triangular: by holds + pivots, which is at most one more than the largest number of successors.
CERRADO_FN inline std::uint32_t leaf_cell(std::uint32_t holds, std::uint32_t pivots) {
    std::uint32_t const vertices = holds + pivots;
    return vertices * (vertices + 1) / 2 + holds;
}

CERRADO_FN inline std::uint32_t leaf_cells(std::uint32_t successors) { return leaf_cell(0, successors + 2); }

} // namespace cerrado
