// Triangles among the members of a bit row by tiles of a bit matrix product: common lower neighbours of 16 lower and 8 upper members at once,
// 256 bits of each. On GPUs it is one instruction of the tensor cores, which docs/performance.md compares with population counts.
#pragma once

#include <cerrado/traversal/dense_rows.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

namespace phase {

// Of a product of 16 rows by 8 columns, 256 bits each, the fragments of one lane: of the rows group and group + 8 (group = lane / 4) the words
// place and place + 4 (place = lane % 4), of the column `group` the same words, and of the product these rows by the columns 2 place and
// 2 place + 1. So PTX has it for mma.m16n8k256.
struct BitTile {
    std::uint32_t rows[4];    // row group, row group + 8; then the same of the word place + 4
    std::uint32_t columns[2]; // word place, word place + 4
};

// sums += popcount(row & column), by row, then column.
template <class W> CERRADO_FN void add_common_bits(W const& warp, int (&sums)[4], BitTile const& tile) {
    static_assert(W::width == 32);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    static_cast<void>(warp);
    asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
        : "r"(tile.rows[0]), "r"(tile.rows[1]), "r"(tile.rows[2]), "r"(tile.rows[3]), "r"(tile.columns[0]),
          "r"(tile.columns[1]));
#else
    int const group = warp.lane() / 4;
    int const place = warp.lane() % 4;
    for (int word = 0; word < 8; ++word) {
        int const half = word / 4;
        int const row_lane = 4 * group + word % 4;
        std::uint32_t const row = warp.shuffle(tile.rows[2 * half], row_lane);
        std::uint32_t const row_below = warp.shuffle(tile.rows[2 * half + 1], row_lane);
        for (int side = 0; side < 2; ++side) {
            std::uint32_t const column = warp.shuffle(tile.columns[half], 4 * (2 * place + side) + word % 4);
            sums[side] += popcount(row & column);
            sums[2 + side] += popcount(row_below & column);
        }
    }
#endif
}

// Triangles whose vertices are in `row`, each met at the edge of its two upper ones; the total is this lane's share.
template <class T> CERRADO_FN Count count_triangles_by_tiles(T const& te, std::uint32_t const* row) {
    std::uint32_t const words = te.context().layout.row_words;
    std::uint32_t const last =
        te.context().layout.row_capacity - 1; // what lies beyond the members is read, and not counted
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
