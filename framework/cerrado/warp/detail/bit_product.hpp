// A product of bit matrices, 256 bits a row: one instruction of the tensor cores if the device has it, otherwise
// population counts.
#pragma once

#include <cerrado/warp/detail/word_tile.hpp>

namespace cerrado {

// sums = popcount(row & column), by row, then column.
template <class W> CERRADO_FN void count_common_bits(W const& warp, int (&sums)[4], WordTile const& tile) {
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
    add_by_words(warp, sums, tile, [](std::uint32_t row, std::uint32_t column) { return popcount(row & column); });
#endif
}

} // namespace cerrado
