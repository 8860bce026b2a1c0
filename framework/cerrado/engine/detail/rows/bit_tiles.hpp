// Counts triangles among the members of a bit row by tiles of a product of bit matrices. A tile has the numbers of
// common lower neighbours of 16 lower and 8 upper members, from 256 bits of each member. On GPUs one instruction of the
// tensor cores computes a tile. docs/experiments.md compares it with population counts.
#pragma once

#include <cerrado/engine/detail/rows/bit_rows.hpp>
#include <cerrado/warp/detail/bit_product.hpp>

namespace cerrado {

namespace phase {

// Counts the triangles whose vertices are in `row`, each at the edge of its two upper vertices. Two tiles are skipped if
// they have no such edge. Words are read as if there were 32 members for each word of a row; what lies behind the last
// one is not counted.
// Requires: a full warp. Lanes: all. Returns: this lane's share.
template <class T> CERRADO_FN Count count_triangles_by_tiles(T const& te, std::uint32_t const* row) {
    std::uint32_t const words = te.row_words(), members = te.member_room();
    std::uint32_t const group = static_cast<std::uint32_t>(te.warp().lane()) / 4;
    std::uint32_t const place = static_cast<std::uint32_t>(te.warp().lane()) % 4;
    auto const column_of = [&](std::uint32_t word) {
        return te.matrix() + (word < words ? word : words - 1) * members;
    };
    Count triangles = 0;
    for (std::uint32_t upper = 0; upper < 32 * words; upper += 8) {
        std::uint32_t const uppers = row[upper / 32] >> upper % 32 & 0xff;
        if (uppers == 0) continue;
        bool const left_is_in = (uppers >> 2 * place & 1) != 0, right_is_in = (uppers >> (2 * place + 1) & 1) != 0;
        for (std::uint32_t first = 0; 32 * first < upper + 8; first += 8) {
            std::uint32_t const near = first + place, far = near + 4;
            std::uint32_t const* const near_column = column_of(near) + group;
            std::uint32_t const* const far_column = column_of(far) + group;
            WordTile tile{};
            tile.columns[0] = near < words ? near_column[upper] & row[near] : 0;
            tile.columns[1] = far < words ? far_column[upper] & row[far] : 0;
            std::uint32_t sum = 0;
            for (std::uint32_t word = first; 32 * word < upper + 8; ++word) {
                std::uint32_t const lowers = row[word];
                if (lowers == 0) continue;
                std::uint32_t const* const edges = column_of(word) + upper + 2 * place;
                std::uint32_t const left = left_is_in ? edges[0] & lowers : 0;
                std::uint32_t const right = right_is_in ? edges[1] & lowers : 0;
                if (!te.warp().any((left | right) != 0)) continue;
                bool const reaches_far = word >= first + 4;
                for (std::uint32_t half = 0; half < 32; half += 16) { // both at once: a vote for each takes longer
                    std::uint32_t const lower = 32 * word + half;
                    tile.rows[0] = near_column[lower];
                    tile.rows[1] = near_column[lower + 8];
                    tile.rows[2] = reaches_far ? far_column[lower] : 0;
                    tile.rows[3] = reaches_far ? far_column[lower + 8] : 0;
                    int sums[4];
                    count_common_bits(te.warp(), sums, tile);
                    for (std::uint32_t i = 0; i < 4; ++i) {
                        std::uint32_t const edge = (i % 2 == 0 ? left : right) >> (half + 8 * (i / 2) + group) & 1;
                        sum += edge != 0 ? static_cast<std::uint32_t>(sums[i]) : 0;
                    }
                }
            }
            triangles += sum;
        }
    }
    return triangles;
}

} // namespace phase

} // namespace cerrado
