// Sums of lines over edges as products of bit matrices, for a warp of 32 lanes.
//
// A tile has the rows of two sums, eight bits of traces each. Its columns are eight points of the lines of 31 edges:
// 248 bits, so that a count of common bits fits into a byte. The lowest bit of the count is the result.
#pragma once

#include "sieve/lines/lines_of_edges.hpp"

#include <cerrado/engine/neighbours.hpp>
#include <cerrado/warp/bit_product.hpp>
#include <cerrado/warp/byte_product.hpp>

namespace cerrado {

// Blocks of the worker's fast memory: the rows of all tiles of `sums` sums.
constexpr std::uint32_t blocks_of_tiles(int sums) { return static_cast<std::uint32_t>(sums + 1) / 2 * 32; }

template <class W> class EdgeTiles {
    static_assert(W::width == 32);

public:
    // `scratch`: blocks_of_tiles() of this worker, for the most sums.
    CERRADO_FN EdgeTiles(W const& warp, LinesOfEdges const& edges, ScratchBlock* scratch)
        : warp_(warp),
          edges_(edges),
          scratch_(scratch),
          group_(static_cast<std::uint32_t>(warp.lane()) / 4),
          quarter_(static_cast<std::uint32_t>(warp.lane()) % 4) {}

    // Makes sums as lines that lie one after the other, as planes of traces. Lanes: all.
    CERRADO_FN void sum(Byte* sums, int count) const {
        if (edges_.count == 0) return clear(sums, count);
        add<true>(sums, count, 0);
        for (std::uint32_t from = edges_at_once; from < edges_.count; from += edges_at_once) {
            add<false>(sums, count, from);
        }
    }

private:
    static constexpr std::uint32_t edges_at_once = edges_of_tile;
    static constexpr std::uint32_t points_at_once = 128;
    static constexpr std::uint32_t words_of_line = 256;
    static constexpr std::uint32_t bytes_of_line = 4 * words_of_line;
    static constexpr std::uint32_t no_line = ~0u;

    using Four = ScratchBlock;
    using Rows = Four; // a lane's part: bit `group` of two sums, the words of two times four edges. See WordTile
    // For each half of the edges: bytes of four of them at 16 points. The lane has column `group` of these.
    struct Columns {
        std::uint32_t word[2][16];
    };

    // The number of edge j of the four that this lane has in a half, counted from the first edge of the tile.
    CERRADO_FN std::uint32_t edge(std::uint32_t half, std::uint32_t j) const { return 16 * half + 4 * quarter_ + j; }
    CERRADO_FN bool is_there(std::uint32_t from, std::uint32_t e) const {
        return e < edges_at_once && from + e < edges_.count;
    }

    // This lane's rows of a tile. They lie in fast memory, since each serves 128 products, and the columns need the
    // registers.
    CERRADO_FN Rows& rows(int tile) const { return W::fast(scratch_)[W::width * tile + warp_.lane()]; }

    // Writes the sums of the first edges, and adds the others.
    template <bool are_first> CERRADO_FN void add(Byte* sums, int count, std::uint32_t from) const {
        int const tiles = (count + 1) / 2;
        for (int tile = 0; tile < tiles; ++tile) rows(tile) = make_rows(tile, count, from);
        std::uint32_t lines[2][4]; // numbers of lines, which take half as many registers as addresses
        for (std::uint32_t half = 0; half < 2; ++half) {
            for (std::uint32_t j = 0; j < 4; ++j) {
                std::uint32_t const e = edge(half, j);
                lines[half][j] = is_there(from, e) ? edges_.line_number(from + e, bytes_of_line) : no_line;
            }
        }
        CERRADO_ROLLED for (std::uint32_t block = 0; block < bytes_of_line; block += points_at_once) {
            Columns columns;
            load(columns, lines, block);
            // This lane's word of the planes.
            std::uint32_t* to = reinterpret_cast<std::uint32_t*>(sums) + block / 4 + 8 * quarter_ + group_;
            Rows next = rows(0); // loaded while others are multiplied
            CERRADO_ROLLED for (int tile = 0; tile < tiles; ++tile, to += 2 * words_of_line) {
                Rows const now = next;
                if (tile + 1 < tiles) next = rows(tile + 1);
                bool const is_pair = 2 * tile + 1 < count;
                std::uint32_t planes[2] = {};
                if constexpr (!are_first) {
                    planes[0] = to[0];
                    if (is_pair) planes[1] = to[words_of_line];
                }
                multiply(planes, now, columns);
                to[0] = planes[0];
                if (is_pair) to[words_of_line] = planes[1];
            }
        }
    }

    CERRADO_FN Rows make_rows(int tile, int count, std::uint32_t from) const {
        Rows rows;
        for (std::uint32_t half = 0; half < 2; ++half) {
            std::uint32_t pair[4]; // traces; bits group to group + 7 of each are the row's
            for (std::uint32_t j = 0; j < 4; ++j) {
                std::uint32_t const e = edge(half, j);
                pair[j] = is_there(from, e) ? edges_.traces_of_pair(from + e, tile) : 0;
                if (2 * tile + 1 == count) pair[j] &= 0xFFFF;
                pair[j] >>= group_;
            }
            std::uint32_t const first = bytes_of(pair[0], pair[1], 0x6240);
            std::uint32_t const second = bytes_of(pair[2], pair[3], 0x6240);
            rows.word[2 * half] = bytes_of(first, second, 0x5410);
            rows.word[2 * half + 1] = bytes_of(first, second, 0x7632);
        }
        return rows;
    }

    CERRADO_FN void load(Columns& columns, std::uint32_t const (&lines)[2][4], std::uint32_t block) const {
        Byte const* const from = edges_.lines + block + 16 * group_;
        for (int half = 0; half < 2; ++half) {
            Four loaded[4] = {};
            for (int j = 0; j < 4; ++j) {
                if (lines[half][j] == no_line) continue;
                loaded[j] = *reinterpret_cast<Four const*>(from + std::uint64_t{lines[half][j]} * bytes_of_line);
            }
            for (int w = 0; w < 4; ++w) {
                std::uint32_t points[4];
                for (int j = 0; j < 4; ++j) points[j] = loaded[j].word[w];
                transpose_bytes(points);
                for (int j = 0; j < 4; ++j) columns.word[half][4 * w + j] = points[j];
            }
        }
    }

    // A lane adds up, for its bit of both sums, the points of two columns of each of 16 products. These are 32 points,
    // in the order of bit planes. Two pipes share the work: sums of multiples go to one, permutations of bytes to the
    // other.
    CERRADO_FN void multiply(std::uint32_t (&planes)[2], Rows const& rows, Columns const& columns) const {
        std::uint32_t bits[4]; // by sum, then column: the low bits of each byte; the bits above are of no use
        for (int w = 3; w >= 0; --w) {
            int common[4][4];
            for (int j = 0; j < 4; ++j) {
                count_common_bits(warp_, common[j],
                                  {{rows.word[0], rows.word[1], rows.word[2], rows.word[3]},
                                   {columns.word[0][4 * w + j], columns.word[1][4 * w + j]}});
            }
            for (int i = 0; i < 4; ++i) {
                std::uint32_t counts[4];
                for (int j = 0; j < 4; ++j) counts[j] = static_cast<std::uint32_t>(common[j][i]);
                std::uint32_t const four = i < 2 ? together(counts) : permuted(counts);
                bits[i] = w == 3 ? four : chosen(low_bits_of_bytes, four, bits[i] << 1);
            }
        }
        for (int sum = 0; sum < 2; ++sum) planes[sum] ^= chosen(0x0F0F0F0F, bits[2 * sum], bits[2 * sum + 1] << 4);
    }

    // The bits of `a` where `which` has ones, and of `b` elsewhere.
    static CERRADO_FN std::uint32_t chosen(std::uint32_t which, std::uint32_t a, std::uint32_t b) {
        return (a & which) | (b & ~which);
    }
    // Puts four counts into the bytes of a word.
    static CERRADO_FN std::uint32_t together(std::uint32_t const (&counts)[4]) {
        return ((counts[3] * 256 + counts[2]) * 256 + counts[1]) * 256 + counts[0];
    }
    static CERRADO_FN std::uint32_t permuted(std::uint32_t const (&counts)[4]) {
        return bytes_of(bytes_of(counts[0], counts[1], 0x0040), bytes_of(counts[2], counts[3], 0x0040), 0x5410);
    }

    CERRADO_FN void clear(Byte* sums, int count) const {
        auto* const words = reinterpret_cast<std::uint32_t*>(sums);
        auto const end = static_cast<std::uint32_t>(count) * words_of_line;
        for (auto w = static_cast<std::uint32_t>(warp_.lane()); w < end; w += W::width) words[w] = 0;
    }

    W const& warp_;
    LinesOfEdges const& edges_;
    ScratchBlock* scratch_;
    std::uint32_t group_;
    std::uint32_t quarter_;
};

} // namespace cerrado
