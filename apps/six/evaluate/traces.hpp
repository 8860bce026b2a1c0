// The polynomial at many points, in rounds. Some points are in flight at once, and each of their rounds makes one step:
// 0: sy[s][(u,y)] sum_z M[y][z] sz[s][(v,z)] yz[(u,y)][(v,z)], as digits
// 1: X^uv[s][t] of that
// 2: all X_l: those of X1 and X2 as digits
// 3: the traces of X0_l X1_l X2_l, which are added up
// A job does every so many of the tasks of its round. A task is 16 rows of a matrix.
//
// Matrices lie as the lanes of a warp have them in a ByteTile: for 16 rows and 32 terms, first the register, then the
// lane, then four words with a digit each of four terms. In round 0 and 1 term 4 p + c of a half stands for y = 8 (c / 2)
// + 2 p + c % 2 in that half. So a lane that has sums has the terms of the next product.
#pragma once

#include "six/evaluate/residues.hpp"
#include "six/evaluate/sides.hpp"

#include <cerrado/run/resident.hpp>

namespace cerrado::six {

struct SideTraces {
    SixSizes sizes;
    Residues residues;
    std::uint32_t padded;              // rows and columns of an M, see SideSums
    std::uint32_t terms;               // 7^q
    std::uint64_t points, at_once;     // with an M; in flight
    std::uint64_t jobs;                // of a round
    ArrayRef<std::uint32_t> bits;      // see matrices_of_sides()
    ArrayRef<std::uint32_t> starts;    // [side][l]: of its terms in `all_terms`
    ArrayRef<std::uint32_t> all_terms; // uv, and the highest bit if the factor is -1
    ArrayRef<std::uint32_t> sums;      // M: [point][side][y][z]
    ArrayRef<Four> inner;              // round 0: [point][side][uv][row tile][y / 32][register][lane]
    ArrayRef<std::uint32_t> blocks;    // round 1: [point][side][uv], X0 and X2 transposed
    ArrayRef<Four> weights;            // round 2: [point][l][row tile][8 columns][lane]
    ArrayRef<Four> rows;               // [point][l][row tile][32 terms][register][lane]
    ArrayRef<Four> columns;            // [point][l][8 columns][32 terms][register][lane]
    ArrayRef<Count> traces;            // by point: the sum of residues, each divided by 2^96

    static constexpr int resident_warps = 12;
    static constexpr std::uint32_t tile_rows = 16, tile_columns = 8, chunk = 32, columns_at_once = 4;
    int rounds() const { return 4 * static_cast<int>((points + at_once - 1) / at_once); }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        if constexpr (W::width == 32) {
            std::uint64_t const first = static_cast<std::uint64_t>(te.round() / 4) * at_once;
            std::uint64_t const count = points - first < at_once ? points - first : at_once;
            Lane const lane{te.warp().lane() / 4, te.warp().lane() % 4, te.warp().lane()};
            int const step = te.round() % 4;
            std::uint64_t const tasks = count * tasks_of_point(step);
            for (std::uint64_t task = te.number(); task < tasks; task += jobs) {
                if (step == 0) make_inner(te.warp(), lane, first, task);
                if (step == 1) make_blocks(te.warp(), lane, task);
                if (step == 2) make_terms(lane, task);
                if (step == 3) add_trace(te.warp(), lane, first, task);
            }
        }
    }

private:
    struct Lane {
        int group, place, number;
    };

    CERRADO_FN std::uint32_t row_tiles() const { return sizes.n / tile_rows; }
    CERRADO_FN std::uint32_t chunks() const { return sizes.n / chunk; }      // of the rows of a matrix
    CERRADO_FN std::uint32_t inner_chunks() const { return padded / chunk; } // of y and of z
    CERRADO_FN std::uint32_t blocks_of_side() const { return sizes.blocks() * sizes.blocks(); }
    CERRADO_FN std::uint64_t tasks_of_point(int step) const {
        switch (step) {
        case 0: return std::uint64_t{sides} * blocks_of_side() * row_tiles() * inner_chunks();
        case 1: return std::uint64_t{sides} * blocks_of_side() * row_tiles();
        case 2: return std::uint64_t{sides} * row_tiles() * chunks();
        default: return std::uint64_t{terms} * row_tiles();
        }
    }

    // 32 bits of a row from y = `block` m + 32 `number` on; beyond m none.
    CERRADO_FN std::uint32_t word(int side, Joined joined, std::uint32_t row, std::uint32_t block,
                                  std::uint32_t number) const {
        std::uint32_t const from = block * sizes.m + chunk * number;
        std::uint32_t const all = bits[row_of(sizes, side, joined, row) + from / 32] >> from % 32;
        return sizes.m < 32 ? all & ((1u << sizes.m) - 1) : all;
    }
    // Both registers of a half: columns of M that yz allows, as digits.
    CERRADO_FN static Four allowed(Four values, std::uint32_t bits) {
        for (int c = 0; c < 4; ++c) values.word[c] &= 0 - (bits >> c & 1);
        return digits_of(values);
    }

    template <class W>
    CERRADO_FN void make_inner(W const& warp, Lane const& lane, std::uint64_t first, std::uint64_t task) const {
        std::uint32_t const y_chunk = static_cast<std::uint32_t>(task % inner_chunks());
        std::uint64_t const of_rows = task / inner_chunks();
        std::uint32_t const tile = static_cast<std::uint32_t>(of_rows % row_tiles());
        std::uint64_t const block = of_rows / row_tiles(); // [point in flight][side][uv]
        std::uint32_t const uv = static_cast<std::uint32_t>(block % blocks_of_side());
        int const side = static_cast<int>(block / blocks_of_side() % sides);
        std::uint64_t const point = first + block / blocks_of_side() / sides;
        std::uint32_t const u = uv / sizes.blocks(), v = uv % sizes.blocks();
        std::uint32_t const row = tile * tile_rows + static_cast<std::uint32_t>(lane.group);
        std::uint32_t const* const sum =
            sums.data + (point * sides + static_cast<std::uint64_t>(side)) * padded * padded;

        int product[4][digits][4] = {};
        for (std::uint32_t z_chunk = 0; z_chunk < inner_chunks(); ++z_chunk) {
            std::uint32_t const upper = word(side, Joined::sz, row, v, z_chunk) >> 4 * lane.place;
            std::uint32_t const lower = word(side, Joined::sz, row + 8, v, z_chunk) >> 4 * lane.place;
            ByteTile operands{
                {spread_bits(upper), spread_bits(lower), spread_bits(upper >> 16), spread_bits(lower >> 16)}, {}};
            for (std::uint32_t eight = 0; eight < 4; ++eight) {
                std::uint32_t const y = chunk * y_chunk + 8 * eight + static_cast<std::uint32_t>(lane.group);
                std::uint32_t const joined =
                    y < sizes.m ? word(side, Joined::yz, u * sizes.m + y, v, z_chunk) >> 4 * lane.place : 0;
                auto const* const from =
                    reinterpret_cast<Four const*>(sum + std::uint64_t{y} * padded + chunk * z_chunk);
                Four const one = allowed(from[lane.place], joined);
                Four const other = allowed(from[4 + lane.place], joined >> 16);
                for (int digit = 0; digit < digits; ++digit) {
                    operands.columns[0] = one.word[digit];
                    operands.columns[1] = other.word[digit];
                    add_byte_products(warp, product[eight][digit], operands);
                }
            }
        }
        std::uint32_t const joined[2] = {word(side, Joined::sy, row, u, y_chunk),
                                         word(side, Joined::sy, row + 8, u, y_chunk)};
        Four* const to = inner.data + ((block * row_tiles() + tile) * inner_chunks() + y_chunk) * 128;
        for (int reg = 0; reg < 4; ++reg) {
            Four values;
            for (int c = 0; c < 4; ++c) {
                int const eight = 2 * (reg / 2) + c / 2, entry = c % 2 + 2 * (reg % 2);
                std::uint32_t const is_there = joined[reg % 2] >> (8 * eight + 2 * lane.place + c % 2) & 1;
                values.word[c] = is_there != 0 ? residue(product[eight], entry) : 0;
            }
            to[reg * 32 + lane.number] = digits_of(values);
        }
    }

    CERRADO_FN std::uint32_t residue(int const (&product)[digits][4], int entry) const {
        int const s[digits] = {product[0][entry], product[1][entry], product[2][entry], product[3][entry]};
        return residues.of_digits(s);
    }

    template <class W> CERRADO_FN void make_blocks(W const& warp, Lane const& lane, std::uint64_t task) const {
        std::uint32_t const tile = static_cast<std::uint32_t>(task % row_tiles());
        std::uint64_t const block = task / row_tiles(); // [point in flight][side][uv]
        std::uint32_t const u = static_cast<std::uint32_t>(block % blocks_of_side()) / sizes.blocks();
        int const side = static_cast<int>(block / blocks_of_side() % sides);
        std::uint32_t const row = tile * tile_rows + static_cast<std::uint32_t>(lane.group);
        Four const* const from = inner.data + (block * row_tiles() + tile) * inner_chunks() * 128 + lane.number;
        std::uint32_t* const to = blocks.data + block * sizes.n * sizes.n;

        for (std::uint32_t column = 0; column < sizes.n; column += tile_columns * columns_at_once) {
            int product[columns_at_once][digits][4] = {};
            for (std::uint32_t y_chunk = 0; y_chunk < inner_chunks(); ++y_chunk) {
                Four registers[4];
                for (int reg = 0; reg < 4; ++reg) registers[reg] = from[y_chunk * 128 + reg * 32];
                for (std::uint32_t eight = 0; eight < columns_at_once; ++eight) {
                    std::uint32_t const t = column + 8 * eight + static_cast<std::uint32_t>(lane.group);
                    std::uint32_t const joined = word(side, Joined::ty, t, u, y_chunk) >> 2 * lane.place;
                    for (int digit = 0; digit < digits; ++digit) {
                        ByteTile const operands{{registers[0].word[digit], registers[1].word[digit],
                                                 registers[2].word[digit], registers[3].word[digit]},
                                                {terms_of(joined), terms_of(joined >> 16)}};
                        add_byte_products(warp, product[eight][digit], operands);
                    }
                }
            }
            for (std::uint32_t eight = 0; eight < columns_at_once; ++eight) {
                for (int entry = 0; entry < 4; ++entry) {
                    std::uint32_t const s = row + (entry < 2 ? 0 : 8);
                    std::uint32_t const t = column + 8 * eight + 2 * static_cast<std::uint32_t>(lane.place) +
                                            static_cast<std::uint32_t>(entry % 2);
                    bool const is_there = (bits[row_of(sizes, side, Joined::st, s) + t / 32] >> t % 32 & 1) != 0;
                    to[side == 1 ? s * sizes.n + t : t * sizes.n + s] = is_there ? residue(product[eight], entry) : 0;
                }
            }
        }
    }
    // Bits 0, 1, 8 and 9 as bytes.
    CERRADO_FN static std::uint32_t terms_of(std::uint32_t joined) {
        return spread_bits((joined & 3) | (joined >> 6 & 12));
    }

    CERRADO_FN void make_terms(Lane const& lane, std::uint64_t task) const {
        std::uint32_t const k_chunk = static_cast<std::uint32_t>(task % chunks());
        std::uint64_t const of_rows = task / chunks();
        std::uint32_t const tile = static_cast<std::uint32_t>(of_rows % row_tiles());
        int const side = static_cast<int>(of_rows / row_tiles() % sides);
        std::uint64_t const point = of_rows / row_tiles() / sides; // in flight
        std::uint64_t const entries = std::uint64_t{sizes.n} * sizes.n;
        std::uint32_t const* const from =
            blocks.data + (point * sides + static_cast<std::uint64_t>(side)) * blocks_of_side() * entries;
        for (std::uint32_t reg = 0; reg < 4; ++reg) {
            std::uint32_t const row = tile * tile_rows + static_cast<std::uint32_t>(lane.group);
            Place const place = place_of(lane, side, tile, k_chunk, reg);
            std::uint64_t const at = side == 0 ? std::uint64_t{row} * sizes.n + place.column
                                               : std::uint64_t{row + 8 * (reg % 2)} * sizes.n + place.column;
            Four* to = (side == 0   ? weights
                        : side == 1 ? rows
                                    : columns)
                           .data +
                       point * terms * (entries / 4) + place.to;
            std::uint32_t const* start = starts.data + static_cast<std::uint32_t>(side) * (terms + 1);
            for (std::uint32_t l = 0; l < terms; ++l, to += entries / 4) {
                Four value{};
                for (std::uint32_t i = start[l]; i < start[l + 1]; ++i) {
                    std::uint32_t const term = all_terms[i];
                    add(value, term >> 31 != 0, read(from + (term & 0x7fffffff) * entries + at, side));
                }
                *to = side == 0 ? value : digits_of(value);
            }
        }
    }
    struct Place {
        std::uint32_t column; // the first of four, or of two in two rows
        std::uint64_t to;
    };
    CERRADO_FN Place place_of(Lane const& lane, int side, std::uint32_t tile, std::uint32_t k_chunk,
                              std::uint32_t reg) const {
        auto const place = static_cast<std::uint32_t>(lane.place), number = static_cast<std::uint32_t>(lane.number);
        std::uint32_t const half = reg / 2, below = reg % 2;
        if (side == 0) {
            std::uint32_t const eight = 4 * k_chunk + reg;
            return {8 * eight + 2 * place, (std::uint64_t{tile} * (sizes.n / 8) + eight) * 32 + number};
        }
        std::uint32_t const column = chunk * k_chunk + 16 * half + 4 * place;
        if (side == 1) return {column, ((std::uint64_t{tile} * chunks() + k_chunk) * 4 + reg) * 32 + number};
        return {column, ((std::uint64_t{2 * tile + below} * chunks() + k_chunk) * 2 + half) * 32 + number};
    }
    CERRADO_FN Four read(std::uint32_t const* from, int side) const {
        if (side != 0) return *reinterpret_cast<Four const*>(from);
        std::uint32_t const* const below = from + 8 * sizes.n;
        return {{from[0], from[1], below[0], below[1]}};
    }
    CERRADO_FN void add(Four& sum, bool is_negative, Four const& values) const {
        for (int c = 0; c < 4; ++c) {
            sum.word[c] = is_negative ? residues.subtract(sum.word[c], values.word[c])
                                      : residues.add(sum.word[c], values.word[c]);
        }
    }

    template <class W>
    CERRADO_FN void add_trace(W const& warp, Lane const& lane, std::uint64_t first, std::uint64_t task) const {
        std::uint32_t const tile = static_cast<std::uint32_t>(task % row_tiles());
        std::uint64_t const of_l = task / row_tiles(); // [point in flight][l]
        std::uint64_t const matrix = of_l * sizes.n * (sizes.n / 4);
        Four const* const left = rows.data + matrix + std::uint64_t{tile} * chunks() * 128 + lane.number;
        Four const* const right = columns.data + matrix + lane.number;
        Four const* const weight = weights.data + matrix + std::uint64_t{tile} * (sizes.n / 8) * 32 + lane.number;
        Count trace = 0;
        for (std::uint32_t eights = 0; eights < sizes.n / 8; eights += columns_at_once) {
            int product[columns_at_once][2 * digits - 1][4] = {};
            for (std::uint32_t k = 0; k < chunks(); ++k) {
                Four registers[4];
                for (int reg = 0; reg < 4; ++reg) registers[reg] = left[k * 128 + reg * 32];
                for (std::uint32_t eight = 0; eight < columns_at_once; ++eight) {
                    Four const* const column = right + (std::uint64_t{eights + eight} * chunks() + k) * 64;
                    multiply(warp, product[eight], registers, column[0], column[32]);
                }
            }
            for (std::uint32_t eight = 0; eight < columns_at_once; ++eight) {
                Four const factors = weight[(eights + eight) * 32];
                for (int entry = 0; entry < 4; ++entry) {
                    int s[2 * digits - 1];
                    for (int t = 0; t < 2 * digits - 1; ++t) s[t] = product[eight][t][entry];
                    trace += residues.form.multiply(residues.of_products(s), factors.word[entry]);
                }
            }
        }
        trace = warp.reduce_add(trace);
        if (lane.number == 0) W::grid_add(traces.data + first + of_l / terms, trace);
    }
    template <class W> CERRADO_FN static void multiply(W const& warp, int (&product)[2 * digits - 1][4],
                                                       Four const (&left)[4], Four const& right, Four const& other) {
        for (int i = 0; i < digits; ++i) {
            for (int j = 0; j < digits; ++j) {
                add_byte_products(warp, product[i + j],
                                  {{left[0].word[i], left[1].word[i], left[2].word[i], left[3].word[i]},
                                   {right.word[j], other.word[j]}});
            }
        }
    }
};

} // namespace cerrado::six
