#include <cerrado/engine/rows/complete_among_few.hpp>

#include <cerrado/engine/rows/small_rows.hpp>
#include <cerrado/traversal/level.hpp>

namespace cerrado {

namespace {
using Set = SmallRows::Set;
} // namespace

CERRADO_FOR_PROCESSORS Count count_complete_among_few(std::uint32_t const* matrix, std::uint32_t const* row,
                                                      std::uint32_t words, int size) {
    SmallRows rows;
    make_small_rows(matrix, row, words, rows);
    if (size == 3) return triangles_among(rows, rows.all);
    Count found = 0;
    Set open[max_traversal_length], candidates[max_traversal_length];
    open[0] = candidates[0] = rows.all;
    for (int depth = 0; depth >= 0;) {
        if (open[depth] == 0) {
            --depth;
            continue;
        }
        int const top = 63 - __builtin_clzll(open[depth]);
        open[depth] ^= Set{1} << top;
        Set const below = candidates[depth] & rows.of[top] & ((Set{1} << top) - 1);
        int const left = size - depth - 1; // vertices of the subgraphs sought in `below`
        if (__builtin_popcountll(below) < left) continue;
        if (left == 3) {
            found += triangles_among(rows, below);
        } else {
            ++depth;
            open[depth] = candidates[depth] = below;
        }
    }
    return found;
}

} // namespace cerrado
