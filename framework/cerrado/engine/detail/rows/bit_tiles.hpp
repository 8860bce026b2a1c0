// Counts triangles among the members of a bit row by tiles of a product of bit matrices. A tile has the numbers of
// common lower neighbours of 16 lower and 8 upper members, from 256 bits of each member. On GPUs one instruction of the
// tensor cores computes a tile. docs/experiments.md compares it with population counts.
#pragma once

#include <cerrado/engine/detail/rows/bit_rows.hpp>
#include <cerrado/warp/detail/bit_product.hpp>

namespace cerrado {

namespace phase {

// Counts the triangles whose vertices are in `row`, each at the edge of its two upper vertices.
// Requires: a full warp. Lanes: all. Returns: this lane's share.
template <class T> CERRADO_FN Count count_triangles_by_tiles(T const& te, std::uint32_t const* row) {
    std::uint32_t const words = te.row_words();
    std::uint32_t const last = te.member_room() - 1; // entries beyond the members are read, but not counted
    std::uint32_t const group = static_cast<std::uint32_t>(te.warp().lane()) / 4;
    std::uint32_t const place = static_cast<std::uint32_t>(te.warp().lane()) % 4;
    auto const word_of = [&](std::uint32_t member, std::uint32_t word) {
        return word < words ? te.matrix_word(member < last ? member : last, word) : 0;
    };
    Count triangles = 0;
    for (std::uint32_t upper = 0; upper < 32 * words; upper += 8) {
        std::uint32_t const uppers = row[upper / 32] >> upper % 32 & 0xff;
        if (uppers == 0) continue;
        for (std::uint32_t lower = 0; lower < upper + 8; lower += 16) {
            std::uint32_t const lowers = row[lower / 32] >> lower % 32 & 0xffff;
            if (lowers == 0) continue;
            std::uint32_t const column = upper + 2 * place;
            std::uint32_t const left =
                (uppers >> 2 * place & 1) != 0 ? word_of(column, lower / 32) >> lower % 32 & lowers : 0;
            std::uint32_t const right =
                (uppers >> (2 * place + 1) & 1) != 0 ? word_of(column + 1, lower / 32) >> lower % 32 & lowers : 0;
            if (!te.warp().any((left | right) != 0)) continue;
            int sums[4] = {};
            for (std::uint32_t first = 0; 32 * first < lower + 16; first += 8) {
                std::uint32_t const word = first + place;
                std::uint32_t const mask = word < words ? row[word] : 0;
                std::uint32_t const next_mask = word + 4 < words ? row[word + 4] : 0;
                add_common_bits(
                    te.warp(), sums,
                    {{word_of(lower + group, word) & mask, word_of(lower + group + 8, word) & mask,
                      word_of(lower + group, word + 4) & next_mask, word_of(lower + group + 8, word + 4) & next_mask},
                     {word_of(upper + group, word), word_of(upper + group, word + 4)}});
            }
            triangles +=
                static_cast<Count>((left >> group & 1 ? sums[0] : 0) + (right >> group & 1 ? sums[1] : 0) +
                                   (left >> (group + 8) & 1 ? sums[2] : 0) + (right >> (group + 8) & 1 ? sums[3] : 0));
        }
    }
    return triangles;
}

} // namespace phase

} // namespace cerrado
