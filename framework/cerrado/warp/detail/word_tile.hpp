// One lane's words of a product of small matrices, as the tensor cores take them.
#pragma once

#include <cerrado/warp/detail/warp.hpp>

namespace cerrado {

// A product of 16 rows by 8 columns, of eight words each. With group = lane / 4 and place = lane % 4, the lane has the
// words place and place + 4 of the rows group and group + 8, and the same words of the column `group`. Its part of the
// product has the two rows group and group + 8, and the columns 2 place and 2 place + 1.
struct WordTile {
    std::uint32_t rows[4];    // row group, row group + 8; then the same rows for the word place + 4
    std::uint32_t columns[2]; // word place, word place + 4
};

// sums += of_words(word of the row, the same word of the column), for the eight words; sums are by row, then by column.
// For devices that have no instruction for the product. Lanes: all.
template <class W, class OfWords>
CERRADO_FN void add_by_words(W const& warp, int (&sums)[4], WordTile const& tile, OfWords const& of_words) {
    static_assert(W::width == 32);
    int const group = warp.lane() / 4;
    int const place = warp.lane() % 4;
    for (int word = 0; word < 8; ++word) {
        int const half = word / 4;
        int const row_lane = 4 * group + word % 4;
        std::uint32_t const row = warp.shuffle(tile.rows[2 * half], row_lane);
        std::uint32_t const row_below = warp.shuffle(tile.rows[2 * half + 1], row_lane);
        for (int side = 0; side < 2; ++side) {
            std::uint32_t const column = warp.shuffle(tile.columns[half], 4 * (2 * place + side) + word % 4);
            sums[side] += of_words(row, column);
            sums[2 + side] += of_words(row_below, column);
        }
    }
}

} // namespace cerrado
