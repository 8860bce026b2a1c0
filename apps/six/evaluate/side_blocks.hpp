// Computes the matrices X^uv of the sides, in two steps. The first step computes, by tiles,
//   sy[s][(u,y)] sum_z M[y][z] sz[s][(v,z)] yz[(u,y)][(v,z)]
// and the second step X^uv[s][t], which is the sum over y of the first result times ty[t][(u,y)], if st allows s and t.
// All X^uv of a side form one matrix of Q n rows: X0 has rows (u,a) and columns (v,b), X1 rows (u,b) and columns (v,c),
// X2 rows (u,c), columns (v,a). The second step stores X1 by tiles of its rows, X2 by tiles of its columns, and X0 in
// the order in which a lane has the entries of their product.
//
// Term 4 p + c of a half of 16 stands for number 8 (c / 2) + 2 p + c % 2 of that half. This holds for y after the first
// step, and for the columns of X1 and the rows of X2 after the second. So a lane that has sums also has the terms of
// the next product.
#pragma once

#include "six/evaluate/tiles.hpp"

#include <cerrado/run/resident.hpp>

namespace cerrado::six {

struct SideBlocks {
    TileSizes sizes;
    Residues residues;
    ArrayRef<std::uint32_t> bits; // see matrices_of_sides()
    ArrayRef<std::uint32_t> sums; // M: [point][side][y][z]
    ArrayRef<Four> inner;         // [slot][side][uv][row tile][32 terms], as rows or as columns; see tiles.hpp
    ArrayRef<Four> weights;       // X0: [slot][row tile of its columns][8 of its rows][lane]
    ArrayRef<Four> rows;          // X1: [slot][row tile][32 terms][digit][lane]
    ArrayRef<Four> columns;       // X2: [slot][8 columns][32 terms][digit][half of the terms][lane], in words

    CERRADO_FN std::uint32_t rows_of_point() const { return sides * sizes.blocks() * sizes.row_tiles(); }
    CERRADO_FN std::uint32_t inner_tasks() const { return rows_of_point() * sizes.inner_chunks(); }
    CERRADO_FN std::uint32_t block_tasks() const { return rows_of_point(); }

    template <class W>
    CERRADO_FN void make_inner(W const& warp, LaneOfTile const& lane, PointPlace const& at, std::uint32_t task) const {
        std::uint32_t const y_chunk = task % sizes.inner_chunks();
        Rows const rows = rows_of(lane, at, task / sizes.inner_chunks());
        std::uint32_t const* const sum =
            sums.data + (at.point * sides + static_cast<std::uint64_t>(rows.side)) * sizes.padded * sizes.padded;
        int product[4][digits][4] = {};
        for (std::uint32_t z_chunk = 0; z_chunk < sizes.inner_chunks(); ++z_chunk) {
            std::uint32_t const upper = word(rows.side, Joined::sz, rows.row, rows.v, z_chunk) >> 4 * lane.place;
            std::uint32_t const lower = word(rows.side, Joined::sz, rows.row + 8, rows.v, z_chunk) >> 4 * lane.place;
            WordTile operands{
                {spread_bits(upper), spread_bits(lower), spread_bits(upper >> 16), spread_bits(lower >> 16)}, {}};
            for (std::uint32_t eight = 0; eight < 4; ++eight) {
                std::uint32_t const y = TileSizes::chunk * y_chunk + 8 * eight + lane.group;
                bool const is_there = y < sizes.of.m;
                std::uint32_t const joined =
                    is_there ? word(rows.side, Joined::yz, rows.u * sizes.of.m + y, rows.v, z_chunk) >> 4 * lane.place
                             : 0;
                auto const* const from =
                    reinterpret_cast<Four const*>(sum + std::uint64_t{y} * sizes.padded + TileSizes::chunk * z_chunk);
                Four const one = allowed(read_at_once(from + lane.place), joined);
                Four const other = allowed(read_at_once(from + 4 + lane.place), joined >> 16);
                for (int digit = 0; digit < digits; ++digit) {
                    operands.columns[0] = one.word[digit];
                    operands.columns[1] = other.word[digit];
                    add_byte_products(warp, product[eight][digit], operands);
                }
            }
        }
        write_inner(lane, rows, y_chunk, product);
    }

    // Computes 16 rows of X1^uv, or half of each of 32 rows of X0^uv or X2^uv, as columns of its transpose. The results of the
    // first step that a task needs are few, and it needs them often: they lie in `fast` if its `room` is enough.
    template <class W> CERRADO_FN void make_blocks(W const& warp, LaneOfTile const& lane, PointPlace const& at,
                                                   std::uint32_t task, Four* fast, std::uint32_t room) const {
        constexpr std::uint32_t eights = 4, columns = TileSizes::tile_columns * eights;
        std::uint32_t const strips = sizes.n() / columns;
        Rows rows = rows_of(lane, at, task);
        bool const by_rows = rows.side == 1;
        std::uint32_t const strip = rows.number / 2, half = rows.number % 2;
        Four const* const from = in_fast(fast, room, inner_of(lane, by_rows ? rows.tile : rows.tile - half),
                                         (by_rows ? 1 : 2) * sizes.inner_chunks() * TileSizes::fours_of_chunk);
        for (std::uint32_t i = 0; i < strips; ++i) {
            if (!by_rows) rows.set_number(lane, half * strips + i);
            std::uint32_t const first = columns * (by_rows ? i : strip);
            int product[eights][digits][4] = {};
            for (std::uint32_t y_chunk = 0; y_chunk < sizes.inner_chunks(); ++y_chunk) {
                Four const* const of_chunk = from + y_chunk * TileSizes::fours_of_chunk;
                if (by_rows) {
                    add_rows(warp, lane, rows, y_chunk, first, of_chunk, product);
                } else {
                    add_columns(warp, lane, rows, y_chunk, of_chunk, product);
                }
            }
            write_blocks(lane, at, rows, first, product);
        }
    }

private:
    // 16 rows of X^uv of a side.
    struct Rows {
        int side;
        std::uint32_t u, v, row; // the first row of the lane
        std::uint32_t number;    // number of this tile of 16 rows
        std::uint64_t tile;      // [slot][side][uv][row tile]

        CERRADO_FN void set_number(LaneOfTile const& lane, std::uint32_t another) {
            number = another;
            row = number * TileSizes::tile_rows + lane.group;
        }
    };
    CERRADO_FN Rows rows_of(LaneOfTile const& lane, PointPlace const& at, std::uint32_t task) const {
        std::uint32_t const tile = task % sizes.row_tiles(), block = task / sizes.row_tiles();
        std::uint32_t const uv = block % sizes.blocks();
        std::uint64_t const of_slot = at.slot * sides * sizes.blocks() + block;
        return {static_cast<int>(block / sizes.blocks()),
                uv / sizes.of.blocks(),
                uv % sizes.of.blocks(),
                tile * TileSizes::tile_rows + lane.group,
                tile,
                of_slot * sizes.row_tiles() + tile};
    }

    // Returns: 32 bits of a row, from `block` m + 32 `number` on. Bits beyond m are 0.
    CERRADO_FN std::uint32_t word(int side, Joined joined, std::uint32_t row, std::uint32_t block,
                                  std::uint32_t number) const {
        std::uint32_t const from = block * sizes.of.m + TileSizes::chunk * number;
        std::uint32_t const all = bits[row_of(sizes.of, side, joined, row) + from / 32] >> from % 32;
        return sizes.of.m < 32 ? all & ((1u << sizes.of.m) - 1) : all;
    }
    CERRADO_FN static Four allowed(Four values, std::uint32_t joined) {
        for (int c = 0; c < 4; ++c) values.word[c] &= all_or_none(joined >> c);
        return digits_of(values);
    }
    // Returns: the lowest bit in all places. A number that is taken away by it costs less than a branch around it.
    CERRADO_FN static std::uint32_t all_or_none(std::uint32_t bits) { return 0 - (bits & 1); }
    // Returns: bits 0, 1, 8 and 9 as bytes.
    CERRADO_FN static std::uint32_t terms_of(std::uint32_t joined) {
        return spread_bits((joined & 3) | (joined >> 6 & 12));
    }
    CERRADO_FN std::uint32_t residue(int const (&product)[digits][4], int entry) const {
        int const s[digits] = {product[0][entry], product[1][entry], product[2][entry], product[3][entry]};
        return residues.of_digits(s);
    }

    CERRADO_FN void write_inner(LaneOfTile const& lane, Rows const& rows, std::uint32_t y_chunk,
                                int const (&product)[4][digits][4]) const {
        std::uint32_t const joined[2] = {word(rows.side, Joined::sy, rows.row, rows.u, y_chunk) >> 2 * lane.place,
                                         word(rows.side, Joined::sy, rows.row + 8, rows.u, y_chunk) >> 2 * lane.place};
        Four* const to =
            inner.data + (rows.tile * sizes.inner_chunks() + y_chunk) * TileSizes::fours_of_chunk + lane.number;
        DigitsOfTile tile;
        for (int reg = 0; reg < 4; ++reg) {
            Four values;
            for (int c = 0; c < 4; ++c) {
                int const eight = 2 * (reg / 2) + c / 2, entry = c % 2 + 2 * (reg % 2);
                values.word[c] = residue(product[eight], entry) & all_or_none(joined[reg % 2] >> (8 * eight + c % 2));
            }
            tile.of_register[reg] = digits_of(values);
        }
        for (int i = 0; i < 4; ++i) {
            write_at_once(to + 32 * i, rows.side == 1 ? tile.of_rows(i) : tile.of_columns(i / 2, i % 2));
        }
    }

    CERRADO_FN Four const* inner_of(LaneOfTile const& lane, std::uint64_t tile) const {
        return inner.data + tile * sizes.inner_chunks() * TileSizes::fours_of_chunk + lane.number;
    }
    // Returns: the place of a copy in `fast`, or `from` itself if there is no room. A lane reads only what it copied.
    CERRADO_FN static Four const* in_fast(Four* fast, std::uint32_t room, Four const* from, std::uint32_t fours) {
        if (fours > room) return from;
        copy_part(fast, from, fours);
        return fast;
    }
    // Adds rows s by columns t.
    template <class W> CERRADO_FN void add_rows(W const& warp, LaneOfTile const& lane, Rows const& rows,
                                                std::uint32_t y_chunk, std::uint32_t first, Four const* from,
                                                int (&product)[4][digits][4]) const {
        Four left[digits];
        for (int digit = 0; digit < digits; ++digit) left[digit] = read_at_once(from + 32 * digit);
        for (std::uint32_t eight = 0; eight < 4; ++eight) {
            std::uint32_t const t = first + 8 * eight + lane.group;
            std::uint32_t const joined = word(rows.side, Joined::ty, t, rows.u, y_chunk) >> 2 * lane.place;
            for (int digit = 0; digit < digits; ++digit) {
                Four const& of_digit = left[digit];
                add_byte_products(warp, product[eight][digit],
                                  {{of_digit.word[0], of_digit.word[1], of_digit.word[2], of_digit.word[3]},
                                   {terms_of(joined), terms_of(joined >> 16)}});
            }
        }
    }
    // Adds rows t by columns s.
    template <class W> CERRADO_FN void add_columns(W const& warp, LaneOfTile const& lane, Rows const& rows,
                                                   std::uint32_t y_chunk, Four const* from,
                                                   int (&product)[4][digits][4]) const {
        std::uint32_t const upper = word(rows.side, Joined::ty, rows.row, rows.u, y_chunk) >> 2 * lane.place;
        std::uint32_t const lower = word(rows.side, Joined::ty, rows.row + 8, rows.u, y_chunk) >> 2 * lane.place;
        Four const left{{terms_of(upper), terms_of(lower), terms_of(upper >> 16), terms_of(lower >> 16)}};
        for (std::uint32_t sixteen = 0; sixteen < 2;
             ++sixteen, from += sizes.inner_chunks() * TileSizes::fours_of_chunk) {
            for (std::uint32_t eight = 0; eight < 2; ++eight) {
                Four const right[2] = {read_at_once(from + 64 * eight), read_at_once(from + 64 * eight + 32)};
                for (int digit = 0; digit < digits; ++digit) {
                    add_byte_products(warp, product[2 * sixteen + eight][digit], tile_of(left, right, digit));
                }
            }
        }
    }

    // The bits of st, or of its transpose, for the lane's two rows and 32 columns, shifted to the lane's first column
    // of eight.
    struct RowBits {
        std::uint32_t upper, lower;
    };
    CERRADO_FN RowBits allowed_in(LaneOfTile const& lane, Rows const& rows, std::uint32_t first) const {
        std::uint32_t const* const from =
            bits.data + row_of(sizes.of, rows.side, rows.side == 1 ? Joined::st : Joined::ts, rows.row) + first / 32;
        return {from[0] >> 2 * lane.place, from[8 * sizes.of.row_words()] >> 2 * lane.place};
    }
    CERRADO_FN std::uint32_t allowed_entry(RowBits const& allowed, int eight, int entry,
                                           int const (&product)[digits][4]) const {
        std::uint32_t const of_row = entry < 2 ? allowed.upper : allowed.lower;
        return residue(product, entry) & all_or_none(of_row >> (8 * eight + entry % 2));
    }
    CERRADO_FN void write_blocks(LaneOfTile const& lane, PointPlace const& at, Rows const& rows, std::uint32_t first,
                                 int const (&product)[4][digits][4]) const {
        RowBits const allowed = allowed_in(lane, rows, first);
        std::uint64_t const matrix = at.slot * sizes.fours();
        if (rows.side == 0) {
            Four* const to = weights.data + matrix + weight_place(lane, rows, first / 8);
            for (int eight = 0; eight < 4; ++eight) {
                Four values;
                for (int c = 0; c < 4; ++c) values.word[c] = allowed_entry(allowed, eight, c, product[eight]);
                write_at_once(to + 32 * eight, values);
            }
            return;
        }
        DigitsOfTile tile;
        for (int reg = 0; reg < 4; ++reg) {
            Four values;
            for (int c = 0; c < 4; ++c) {
                int const eight = 2 * (reg / 2) + c / 2;
                values.word[c] = allowed_entry(allowed, eight, c % 2 + 2 * (reg % 2), product[eight]);
            }
            tile.of_register[reg] = digits_of(values);
        }
        if (rows.side == 1) {
            Four* const to = this->rows.data + matrix + row_place(lane, rows, first);
            for (int i = 0; i < 4; ++i) write_at_once(to + 32 * i, tile.of_rows(i));
            return;
        }
        for (int below = 0; below < 2; ++below) {
            auto* const to = reinterpret_cast<std::uint32_t*>(columns.data + matrix + column_place(rows, first, below));
            for (int i = 0; i < 2 * digits; ++i) to[32 * i + lane.number] = tile.of_column(below, i / 2, i % 2);
        }
    }
    CERRADO_FN std::uint64_t weight_place(LaneOfTile const& lane, Rows const& rows, std::uint32_t eight) const {
        std::uint64_t const tile = rows.v * sizes.row_tiles() + rows.number;
        return (tile * sizes.all_eights() + rows.u * (sizes.n() / 8) + eight) * 32 + lane.number;
    }
    CERRADO_FN std::uint64_t row_place(LaneOfTile const& lane, Rows const& rows, std::uint32_t first) const {
        std::uint64_t const tile = rows.u * sizes.row_tiles() + rows.number;
        std::uint64_t const chunk = (rows.v * sizes.n() + first) / TileSizes::chunk;
        return (tile * sizes.all_chunks() + chunk) * TileSizes::fours_of_chunk + lane.number;
    }
    CERRADO_FN std::uint64_t column_place(Rows const& rows, std::uint32_t first, int below) const {
        std::uint64_t const eight = 2 * (rows.v * sizes.row_tiles() + rows.number) + static_cast<std::uint32_t>(below);
        std::uint64_t const chunk = (rows.u * sizes.n() + first) / TileSizes::chunk;
        return (eight * sizes.all_chunks() + chunk) * (TileSizes::fours_of_chunk / 2);
    }
};

} // namespace cerrado::six
