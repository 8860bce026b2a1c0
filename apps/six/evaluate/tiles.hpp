// Matrices as the lanes of a warp have them in a WordTile.
//
// Four words for each lane are what a product takes of a digit: for 16 rows and 32 terms the four registers of the rows;
// for 8 columns and 32 terms both registers of the columns, of two digits. So they are read in one instruction, and lie
// in registers as the product wants them. A lane has the terms 4 p to 4 p + 3 of each half of 16, where p is its place.
#pragma once

#include "six/evaluate/residues.hpp"
#include "six/evaluate/sides.hpp"

#include <cerrado/core/types.hpp>

namespace cerrado::six {

struct LaneOfTile {
    std::uint32_t number, group, place; // lane, lane / 4, lane % 4
    CERRADO_FN explicit LaneOfTile(int lane)
        : number(static_cast<std::uint32_t>(lane)),
          group(number / 4),
          place(number % 4) {}
};

struct TileSizes {
    static constexpr std::uint32_t tile_rows = 16, tile_columns = 8, chunk = 32, registers = 4;
    static constexpr std::uint32_t fours_of_chunk = 32 * registers; // of 16 rows

    SixSizes of;
    std::uint32_t padded; // rows and columns of an M: m, and 32 or more

    CERRADO_FN std::uint32_t n() const { return of.n; }
    CERRADO_FN std::uint32_t row_tiles() const { return of.n / tile_rows; }
    CERRADO_FN std::uint32_t inner_chunks() const { return padded / chunk; } // of y and of z
    CERRADO_FN std::uint32_t blocks() const { return of.blocks() * of.blocks(); }

    // All blocks of a side together are a matrix of Q n rows.
    CERRADO_FN std::uint32_t all_rows() const { return of.blocks() * of.n; }
    CERRADO_FN std::uint32_t all_row_tiles() const { return all_rows() / tile_rows; }
    CERRADO_FN std::uint32_t all_eights() const { return all_rows() / tile_columns; }
    CERRADO_FN std::uint32_t all_chunks() const { return all_rows() / chunk; }
    CERRADO_FN std::uint64_t fours() const { return std::uint64_t{all_rows()} * all_rows() / 4; } // of such a matrix
};

// What a lane has of 16 rows (or two times 8 columns) and 32 terms: for each register four terms, as digits.
struct DigitsOfTile {
    Four of_register[TileSizes::registers];

    CERRADO_FN Four of_rows(int digit) const {
        return {{of_register[0].word[digit], of_register[1].word[digit], of_register[2].word[digit],
                 of_register[3].word[digit]}};
    }
    // The digits 2 `pair` and 2 `pair` + 1 of the upper 8 columns, or the lower.
    CERRADO_FN Four of_columns(int below, int pair) const {
        Four const &one = of_register[below], &other = of_register[below + 2];
        return {{one.word[2 * pair], other.word[2 * pair], one.word[2 * pair + 1], other.word[2 * pair + 1]}};
    }
};
// Operands of a product.
CERRADO_FN inline WordTile tile_of(Four const& rows, Four const (&columns)[2], int digit) {
    Four const& pair = columns[digit / 2];
    return {{rows.word[0], rows.word[1], rows.word[2], rows.word[3]},
            {pair.word[2 * (digit % 2)], pair.word[2 * (digit % 2) + 1]}};
}

// A place in what some points in flight have.
struct PointPlace {
    std::uint64_t point; // among those that have an M
    std::uint64_t slot;  // of its buffers
};

} // namespace cerrado::six
