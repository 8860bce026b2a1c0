// A product of bit matrices: one instruction of the tensor cores if the device has it, else population counts.
#pragma once

#include <cerrado/warp/warp.hpp>

namespace cerrado {

// One lane's fragments of a product of 16 rows by 8 columns, 256 bits each, as in PTX's mma.m16n8k256. With group =
// lane / 4 and place = lane % 4, the lane has the words place and place + 4 of the rows group and group + 8, and the
// same words of the column `group`. Its part of the product is these two rows by the columns 2 place and 2 place + 1.
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
