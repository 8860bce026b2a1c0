// The arrangement of matrices for the lanes of a warp, as in a WordTile.
//
// A product reads four words in each lane. For 16 rows and 32 terms these are the four registers of one digit of the
// rows. For 8 columns and 32 terms they are the two registers of the columns, for two digits. One instruction reads the
// four words, and they lie in registers as the product needs them. A lane has the terms 4 p to 4 p + 3 of each half of
// 16, where p is its place.
#pragma once

#include "six/evaluate/sides.hpp"
#include "six/field.hpp"

#include <cerrado/core/types.hpp>
#include <cerrado/warp/detail/byte_product.hpp>

namespace cerrado::six {

// Residues and sums of residues on a device, where products of matrices are computed from bytes.

inline constexpr int digits = 4; // digits of a residue: signed bytes, the lowest first

using Four = FourWords;

// Returns: the digits. Word t has digit t of each residue: x = d0 + 2^8 d1 + 2^16 d2 + 2^24 d3, where each is from -128
// to 127.
CERRADO_FN inline Four digits_of(Four residues) {
    for (std::uint32_t& word : residues.word) word = (word + 0x00808080) ^ 0x00808080;
    transpose_bytes(residues.word);
    return residues;
}

// Returns: the four lowest bits as bytes.
CERRADO_FN inline std::uint32_t spread_bits(std::uint32_t bits) { return (bits & 15) * 0x00204081 & 0x01010101; }

// Products modulo p, and sums of digits.
struct Residues {
    Montgomery form;
    std::uint32_t quotient; // floor(2^62 / p)

    CERRADO_FN constexpr explicit Residues(PrimeField const& field)
        : form(field),
          quotient(static_cast<std::uint32_t>((std::uint64_t{1} << 62) / field.p)) {}

    CERRADO_FN std::uint32_t add(std::uint32_t a, std::uint32_t b) const { return low(a + b); }
    CERRADO_FN std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const { return low(a - b + form.p); }

    // Returns: s[0] + 2^8 s[1] + 2^16 s[2] + 2^24 s[3], modulo p.
    // Requires: the sum is from 0 to 2^42, and |s[t]| <= 2^22.
    CERRADO_FN std::uint32_t of_digits(int const (&s)[digits]) const {
        int const lower = s[0] + s[1] * (1 << 8), upper = s[2] + s[3] * (1 << 8);
        auto const value = static_cast<std::uint64_t>(lower + std::int64_t{upper} * (1 << 16));
        auto const high = static_cast<std::uint32_t>(value >> 10);
        auto const multiples = static_cast<std::uint32_t>(std::uint64_t{high} * quotient >> 52);
        return low(static_cast<std::uint32_t>(value) - multiples * form.p);
    }

    // Returns: a number below 2^32 that is the sum of 2^(8 (t + digit)) s[t], divided by 2^96, modulo p.
    // Requires: |s[t]| <= 2^62.
    CERRADO_FN std::uint32_t of_sums(std::int64_t const (&s)[digits], std::uint32_t digit) const {
        std::int64_t sum = 0; // within 2^57
        for (int t = 0; t < digits; ++t) sum += divided(s[t]) * (1 << 8 * t);
        std::int64_t const shifted = divided(sum) * (std::int64_t{1} << 8 * digit);
        return static_cast<std::uint32_t>(divided(shifted) + 2 * std::int64_t{form.p});
    }

private:
    // Returns: x if it is below p, else x - p. Requires: x is below 2 p.
    CERRADO_FN std::uint32_t low(std::uint32_t x) const { return x < x - form.p ? x : x - form.p; }

    // Returns: a number that is x / 2^32 modulo p, from x / 2^32 - p to x / 2^32. The multiple of p that is taken away has the
    // low half of x, so only the high halves differ.
    CERRADO_FN std::int64_t divided(std::int64_t x) const {
        std::uint32_t const multiple = static_cast<std::uint32_t>(x) * (0 - form.negative_inverse);
        return (x >> 32) - static_cast<std::int64_t>(std::uint64_t{multiple} * form.p >> 32);
    }
};

struct LaneOfTile {
    std::uint32_t number, group, place; // lane, lane / 4, lane % 4
    CERRADO_FN explicit LaneOfTile(int lane)
        : number(static_cast<std::uint32_t>(lane)),
          group(number / 4),
          place(number % 4) {}
};

struct TileSizes {
    static constexpr std::uint32_t tile_rows = 16, tile_columns = 8, chunk = 32, registers = 4;
    static constexpr std::uint32_t fours_of_chunk = 32 * registers; // for 16 rows

    SixSizes of;
    std::uint32_t padded; // rows and columns of an M: m, and 32 or more

    CERRADO_FN std::uint32_t n() const { return of.n; }
    CERRADO_FN std::uint32_t row_tiles() const { return of.n / tile_rows; }
    CERRADO_FN std::uint32_t inner_chunks() const { return padded / chunk; } // chunks of y, or of z
    CERRADO_FN std::uint32_t blocks() const { return of.blocks() * of.blocks(); }

    // Returns: the rows of the matrix of all blocks of a side, Q n.
    CERRADO_FN std::uint32_t all_rows() const { return of.blocks() * of.n; }
    CERRADO_FN std::uint32_t all_row_tiles() const { return all_rows() / tile_rows; }
    CERRADO_FN std::uint32_t all_eights() const { return all_rows() / tile_columns; }
    CERRADO_FN std::uint32_t all_chunks() const { return all_rows() / chunk; }
    CERRADO_FN std::uint32_t all_strips() const { return all_rows() / 32; }                       // of columns
    CERRADO_FN std::uint64_t fours() const { return std::uint64_t{all_rows()} * all_rows() / 4; } // in that matrix
};

// The part of a lane in 16 rows (or two times 8 columns) and 32 terms: four terms for each register, as digits.
struct DigitsOfTile {
    Four of_register[TileSizes::registers];

    CERRADO_FN Four of_rows(int digit) const {
        return {{of_register[0].word[digit], of_register[1].word[digit], of_register[2].word[digit],
                 of_register[3].word[digit]}};
    }
    // Returns: a digit of the upper 8 columns, or of the lower ones, for one half of the terms.
    CERRADO_FN std::uint32_t of_column(int below, int digit, int half) const {
        return of_register[below + 2 * half].word[digit];
    }
    // Returns: the digits 2 `pair` and 2 `pair` + 1 of the upper 8 columns, or of the lower ones.
    CERRADO_FN Four of_columns(int below, int pair) const {
        Four const &one = of_register[below], &other = of_register[below + 2];
        return {{one.word[2 * pair], other.word[2 * pair], one.word[2 * pair + 1], other.word[2 * pair + 1]}};
    }
};
// Copies the part of a lane: each 32nd of the `fours`.
CERRADO_FN inline void copy_part(Four* to, Four const* from, std::uint32_t fours) {
    for (std::uint32_t i = 0; i < fours; i += 32) write_at_once(to + i, read_at_once(from + i));
}

// Returns: the operands of a product.
CERRADO_FN inline WordTile tile_of(Four const& rows, Four const (&columns)[2], int digit) {
    Four const& pair = columns[digit / 2];
    return {{rows.word[0], rows.word[1], rows.word[2], rows.word[3]},
            {pair.word[2 * (digit % 2)], pair.word[2 * (digit % 2) + 1]}};
}

// The place of a point among the points that are computed at the same time.
struct PointPlace {
    std::uint64_t point; // place among the points that have an M
    std::uint64_t slot;  // place of its buffers
};

} // namespace cerrado::six
