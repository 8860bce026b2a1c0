// Lines: values of many points, a byte each, four in a word. A worker's lanes share a line: the words of a lane are those
// from its number on, `width` apart.
#pragma once

#include "sieve/galois.hpp"

#include <cerrado/warp/bit_product.hpp>

namespace cerrado {

// Points of a line that one lane has. On the host a lane's line is long enough for the widest registers, and many lines
// still fit into a cache.
template <class W> inline constexpr std::uint32_t points_of_lane = W::width == 1 ? 256 : 32;
template <class W> inline constexpr std::uint32_t points_of_line = W::width* points_of_lane<W>;

// The edges of one vertex: of number e the line is at lines + position(e), and its factors, one for each sum, are
// factors + e * stride.
struct LinesOfEdges {
    Byte const* lines;
    std::uint64_t bytes_of_vertex; // from one vertex's lines to the next one's
    VertexId const* neighbours;
    std::uint32_t count;
    Byte const* factors;
    std::uint32_t stride;

    CERRADO_FN Byte const* line(std::uint32_t e) const { return lines + neighbours[e] * bytes_of_vertex; }
    CERRADO_FN Byte factor(std::uint32_t e, int sum) const { return factors[std::uint64_t{e} * stride + sum]; }
};

namespace detail {
// On the host, for the processor at hand: sums[i * points + x] = the sum over edges of factor(e, i) * line(e)[x].
void sum_lines(Byte* sums, int count, LinesOfEdges const& edges, std::uint32_t points);
// into[x] += a[x] * b[x].
void add_line_product(Byte* into, Byte const* a, Byte const* b, std::uint32_t points);
} // namespace detail

// Does what follows for the lanes of W. Where all 32 are there, and the tensor cores, sums over edges are products of bit
// matrices.
template <class W> class Lines {
public:
    static constexpr std::uint32_t points = points_of_line<W>;

    explicit CERRADO_FN Lines(W const& warp) : warp_(warp) {}

    // Calls f(word, first point) for each of this lane's words.
    template <class Function> CERRADO_FN void for_each_word(Byte* line, Function const& f) const {
        for (std::uint32_t w = static_cast<std::uint32_t>(warp_.lane()); w < points / 4; w += W::width) {
            f(words(line)[w], 4 * w);
        }
    }

    // Sums to lines that lie one after the other: number i is the sum over the edges of factor(e, i) times the edge's line.
    // Lanes: all. Cost: edges * count * points / width products.
    CERRADO_CALLS_HOST CERRADO_FN void sum_edges(Byte* sums, int count, LinesOfEdges const& edges) const {
        if constexpr (W::width == 1) {
            detail::sum_lines(sums, count, edges, points);
        } else {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
            sum_by_tiles(sums, count, edges);
#else
            sum_word_by_word(sums, count, edges);
#endif
        }
    }

    // The sum over i of left(i) times right(i), lines both. Calls take(word, first point) for each of this lane's words.
    // Lanes: all. Cost: count * points / width products.
    CERRADO_CALLS_HOST template <class Left, class Right>
    CERRADO_FN void sum_products(Byte* into, int count, Left const& left, Right const& right) const {
        if constexpr (W::width == 1) {
            for (std::uint32_t x = 0; x < points; ++x) into[x] = 0;
            for (int i = 0; i < count; ++i) detail::add_line_product(into, left(i), right(i), points);
        } else {
            std::uint32_t sums[15] = {};
            for (int i = 0; i < count; ++i) {
                std::uint32_t a[8], b[8];
                load_planes(left(i), a);
                load_planes(right(i), b);
                add_plane_products(sums, a, b);
            }
            reduce_planes(sums);
            std::uint32_t result[8];
            for (int j = 0; j < 8; ++j) result[j] = sums[j];
            transpose_bits(result);
            for (int j = 0; j < 8; ++j) words(into)[place(j)] = result[j];
        }
    }

    // The sum of all points of a line. Lanes: all.
    CERRADO_FN Byte total(Byte* line) const {
        std::uint32_t four = 0;
        for_each_word(line, [&](std::uint32_t word, auto) { four ^= word; });
        four = warp_.reduce_xor(four);
        four ^= four >> 16;
        return static_cast<Byte>(four ^ four >> 8);
    }

private:
    static CERRADO_FN std::uint32_t* words(Byte* line) { return reinterpret_cast<std::uint32_t*>(line); }
    static CERRADO_FN std::uint32_t const* words(Byte const* line) {
        return reinterpret_cast<std::uint32_t const*>(line);
    }
    CERRADO_FN std::uint32_t place(int j) const {
        return static_cast<std::uint32_t>(warp_.lane()) + static_cast<std::uint32_t>(j) * W::width;
    }
    CERRADO_FN void load_planes(Byte const* line, std::uint32_t (&planes)[8]) const {
        for (int j = 0; j < 8; ++j) planes[j] = words(line)[place(j)];
        transpose_bits(planes);
    }

    CERRADO_FN void sum_word_by_word(Byte* sums, int count, LinesOfEdges const& edges) const {
        for (int i = 0; i < count; ++i) {
            for_each_word(sums + std::uint64_t(i) * points, [&](std::uint32_t& sum, std::uint32_t first) {
                sum = 0;
                for (std::uint32_t e = 0; e < edges.count; ++e) {
                    sum ^= product_of_fours(words(edges.line(e))[first / 4], four_of(edges.factor(e, i)));
                }
            });
        }
    }

    static constexpr int sums_at_once = 16;             // the rows of a tile
    static constexpr std::uint32_t edges_at_once = 32;  // its 256 bits, eight of each
    static constexpr std::uint32_t points_at_once = 32; // four tiles of eight columns

    CERRADO_FN void sum_by_tiles(Byte* sums, int count, LinesOfEdges const& edges) const {
        if (edges.count == 0) return clear(sums, count);
        for (int first = 0; first < count; first += sums_at_once) {
            for (std::uint32_t edge = 0; edge < edges.count; edge += edges_at_once) {
                add_tiles(sums, first, count, edges, edge);
            }
        }
    }
    CERRADO_FN void clear(Byte* sums, int count) const {
        for (int i = 0; i < count; ++i) {
            for_each_word(sums + std::uint64_t(i) * points, [](std::uint32_t& sum, auto) { sum = 0; });
        }
    }

    // Sums `first` and up to 15 more, of up to 32 edges from `edge` on. Row i of tile b says how bit b of sum i comes from
    // the bits of the edges' lines; a column is a point. See BitTile for which of it a lane has.
    CERRADO_FN void add_tiles(Byte* sums, int first, int count, LinesOfEdges const& edges, std::uint32_t edge) const {
        int const group = warp_.lane() / 4;
        int const quarter = warp_.lane() % 4;
        std::uint32_t rows[4][8]; // of two sums, group and group + 8, and of two times four edges; for each tile
        Byte const* line[8];
        for (int half = 0; half < 2; ++half) {
            for (int side = 0; side < 2; ++side) {
                int const sum = first + group + 8 * side;
                std::uint32_t factors = 0;
                for (std::uint32_t j = 0; j < 4; ++j) {
                    std::uint32_t const e = edge + 16 * half + 4 * quarter + j;
                    if (e < edges.count && sum < count) factors |= std::uint32_t{edges.factor(e, sum)} << 8 * j;
                }
                make_rows(rows[2 * half + side], factors);
            }
            for (std::uint32_t j = 0; j < 4; ++j) {
                std::uint32_t const e = edge + 16 * half + 4 * quarter + j;
                line[4 * half + j] = edges.line(e < edges.count ? e : edge); // times 0
            }
        }
        CERRADO_ROLLED for (std::uint32_t point = 0; point < points; point += points_at_once) {
            std::uint32_t columns[2][4]; // of four edges each, for each of four points
            for (int half = 0; half < 2; ++half) {
                for (int j = 0; j < 4; ++j) columns[half][j] = words(line[4 * half + j])[point / 4 + group];
                transpose_bytes(columns[half]);
            }
            std::uint32_t result[4] = {}; // of two sums, each two words of points
            for (int column = 0; column < 4; ++column) {
                for (int bit = 0; bit < 8; ++bit) {
                    BitTile const tile = {{rows[0][bit], rows[1][bit], rows[2][bit], rows[3][bit]},
                                          {columns[0][column], columns[1][column]}};
                    int common[4];
                    count_common_bits(warp_, common, tile);
                    for (int i = 0; i < 4; ++i) {
                        result[i] = shift_in(result[i], static_cast<std::uint32_t>(common[i]));
                    }
                }
            }
            for (int side = 0; side < 2; ++side) {
                int const sum = first + group + 8 * side;
                if (sum >= count) continue;
                std::uint32_t* const to = words(sums + std::uint64_t(sum) * points) + point / 4 + 2 * quarter;
                for (int i = 0; i < 2; ++i) to[i] = (edge == 0 ? 0 : to[i]) ^ result[2 * side + i];
            }
        }
    }

    // A factor times x^c, for each c a bit: of tile b bit b of these.
    static CERRADO_FN void make_rows(std::uint32_t (&rows)[8], std::uint32_t factors) {
        for (int c = 0; c < 8; ++c, factors = times_x(factors)) rows[c] = factors;
        transpose_bits(rows);
    }

    // Byte j of word i becomes byte i of word j.
    static CERRADO_FN void transpose_bytes(std::uint32_t (&w)[4]) {
        std::uint32_t const low = bytes_of(w[0], w[1], 0x5140);
        std::uint32_t const high = bytes_of(w[0], w[1], 0x7362);
        std::uint32_t const other_low = bytes_of(w[2], w[3], 0x5140);
        std::uint32_t const other_high = bytes_of(w[2], w[3], 0x7362);
        w[0] = bytes_of(low, other_low, 0x5410);
        w[1] = bytes_of(low, other_low, 0x7632);
        w[2] = bytes_of(high, other_high, 0x5410);
        w[3] = bytes_of(high, other_high, 0x7632);
    }
    // Four of the eight bytes of two words, by number.
    static CERRADO_FN std::uint32_t bytes_of(std::uint32_t a, std::uint32_t b, std::uint32_t numbers) {
#if defined(__CUDA_ARCH__)
        return __byte_perm(a, b, numbers);
#else
        std::uint64_t const both = a | std::uint64_t{b} << 32;
        std::uint32_t chosen = 0;
        for (int i = 0; i < 4; ++i) {
            chosen |= (static_cast<std::uint32_t>(both >> 8 * (numbers >> 4 * i & 7)) & 0xFF) << 8 * i;
        }
        return chosen;
#endif
    }
    // The lowest bit of `from` becomes the highest, the others go down by one.
    static CERRADO_FN std::uint32_t shift_in(std::uint32_t bits, std::uint32_t from) {
#if defined(__CUDA_ARCH__)
        return __funnelshift_r(bits, from, 1);
#else
        return bits >> 1 | from << 31;
#endif
    }

    W const& warp_;
};

} // namespace cerrado
