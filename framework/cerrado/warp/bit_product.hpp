// A product of bit matrices: by one instruction of the tensor cores where there are such, else by population counts.
#pragma once

#include <cerrado/warp/warp.hpp>

namespace cerrado {

// Of a product of 16 rows by 8 columns, 256 bits each, the fragments of one lane: of the rows group and group + 8
// (group = lane / 4) the words place and place + 4 (place = lane % 4), of the column `group` the same words, and of the
// product these rows by the columns 2 place and 2 place + 1. So PTX has it for mma.m16n8k256.
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

// sums = popcount(row & column).
template <class W> CERRADO_FN void count_common_bits(W const& warp, int (&sums)[4], BitTile const& tile) {
    static_assert(W::width == 32);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    static_cast<void>(warp);
    asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%10,%10,%10,%10};"
        : "=r"(sums[0]), "=r"(sums[1]), "=r"(sums[2]), "=r"(sums[3])
        : "r"(tile.rows[0]), "r"(tile.rows[1]), "r"(tile.rows[2]), "r"(tile.rows[3]), "r"(tile.columns[0]),
          "r"(tile.columns[1]), "r"(0));
#else
    for (int& sum : sums) sum = 0;
    add_common_bits(warp, sums, tile);
#endif
}

} // namespace cerrado
