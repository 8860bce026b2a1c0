// Lines: values of many points, a byte each, four in a word. A worker's lanes share a line: the words of a lane are those
// from its number on, `width` apart.
#pragma once

#include "sieve/galois.hpp"

#include <cerrado/warp/bit_product.hpp>

namespace cerrado {

// Points of a line that one lane has, at most. On the host a lane's line is long enough for the widest registers, and many
// lines still fit into a cache.
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
    // `points`: of a line of one lane, a multiple of 64; else there are points_of_line.
    CERRADO_FN Lines(W const& warp, std::uint32_t points) : warp_(warp), points_(points) {}

    CERRADO_FN std::uint32_t points() const { return W::width == 1 ? points_ : points_of_line<W>; }

    // Calls f(word, first point) for each of this lane's words.
    template <class Function> CERRADO_FN void for_each_word(Byte* line, Function const& f) const {
        for (std::uint32_t w = static_cast<std::uint32_t>(warp_.lane()); w < points() / 4; w += W::width) {
            f(words(line)[w], 4 * w);
        }
    }

    // Sums to lines that lie one after the other: number i is the sum over the edges of factor(e, i) times the edge's line.
    // Lanes: all. Cost: edges * count * points / width products.
    CERRADO_CALLS_HOST CERRADO_FN void sum_edges(Byte* sums, int count, LinesOfEdges const& edges) const {
        if constexpr (W::width == 1) {
            detail::sum_lines(sums, count, edges, points());
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
            for (std::uint32_t x = 0; x < points(); ++x) into[x] = 0;
            for (int i = 0; i < count; ++i) detail::add_line_product(into, left(i), right(i), points());
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
            for_each_word(sums + std::uint64_t(i) * points(), [&](std::uint32_t& sum, std::uint32_t first) {
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
            bool const are_few = count - first <= sums_at_once / 2;
            for (std::uint32_t edge = 0; edge < edges.count; edge += edges_at_once) {
                SumsOfLane const part{sums, first + warp_.lane() / 4, count, edge == 0};
                if (are_few) {
                    add_half_tiles(part, edges, edge);
                } else {
                    add_tiles(part, edges, edge);
                }
            }
        }
    }
    CERRADO_FN void clear(Byte* sums, int count) const {
        for (int i = 0; i < count; ++i) {
            for_each_word(sums + std::uint64_t(i) * points(), [](std::uint32_t& sum, auto) { sum = 0; });
        }
    }

    // Where a lane's sums go, `first` and that 8 after it. Those of a first part of the edges are written, others added.
    struct SumsOfLane {
        Byte* sums;
        int first;
        int count;
        bool is_new;

        CERRADO_FN void put(int sum, std::uint32_t word, std::uint32_t (&two)[2]) const {
            if (sum >= count) return;
            std::uint32_t* const to = words(sums + std::uint64_t(sum) * points_of_line<W>) + word;
            for (int i = 0; i < 2; ++i) to[i] = (is_new ? 0 : to[i]) ^ two[i];
        }
    };
    // The lines of a lane's edges: of the 32 from `edge` on two times four.
    struct LinesOfLane {
        Byte const* line[8];

        CERRADO_FN LinesOfLane(LinesOfEdges const& edges, std::uint32_t edge, int quarter) {
            for (std::uint32_t i = 0; i < 8; ++i) {
                std::uint32_t const e = edge + 16 * (i / 4) + 4 * quarter + i % 4;
                line[i] = edges.line(e < edges.count ? e : edge); // times 0
            }
        }
        // Of four edges each, their bytes of four points, for each point a word.
        CERRADO_FN void columns(std::uint32_t word, std::uint32_t (&four)[2][4]) const {
            for (int half = 0; half < 2; ++half) {
                for (int j = 0; j < 4; ++j) four[half][j] = words(line[4 * half + j])[word];
                transpose_bytes(four[half]);
            }
        }
    };

    // 16 sums, of up to 32 edges from `edge` on. Row i of tile b says how bit b of sum i comes from the bits of the edges'
    // lines; a column is a point. See BitTile for which of it a lane has.
    CERRADO_FN void add_tiles(SumsOfLane const& part, LinesOfEdges const& edges, std::uint32_t edge) const {
        std::uint32_t const group = static_cast<std::uint32_t>(warp_.lane()) / 4;
        int const quarter = warp_.lane() % 4;
        std::uint32_t rows[2][2][8]; // of two times four edges and two sums; for each tile
        for (int half = 0; half < 2; ++half) {
            for (int side = 0; side < 2; ++side) {
                make_rows(rows[half][side], edges, edge + 16 * half + 4 * quarter, part.first + 8 * side, part.count);
            }
        }
        LinesOfLane const lines(edges, edge, quarter);
        CERRADO_ROLLED for (std::uint32_t point = 0; point < points_of_line<W>; point += points_at_once) {
            std::uint32_t columns[2][4];
            lines.columns(point / 4 + group, columns);
            std::uint32_t result[2][2] = {}; // of two sums, each two words of points
            for (int column = 0; column < 4; ++column) {
                for (int bit = 0; bit < 8; ++bit) {
                    int common[4];
                    count_common_bits(warp_, common,
                                      {{rows[0][0][bit], rows[0][1][bit], rows[1][0][bit], rows[1][1][bit]},
                                       {columns[0][column], columns[1][column]}});
                    for (int i = 0; i < 4; ++i) shift_in(result[i / 2][i % 2], common[i]);
                }
            }
            for (int side = 0; side < 2; ++side) {
                part.put(part.first + 8 * side, point / 4 + 2 * static_cast<std::uint32_t>(quarter), result[side]);
            }
        }
    }

    // Likewise 8 sums: row i of tile b is for bit b of sum i, row i + 8 for its bit b + 4.
    CERRADO_FN void add_half_tiles(SumsOfLane const& part, LinesOfEdges const& edges, std::uint32_t edge) const {
        std::uint32_t const group = static_cast<std::uint32_t>(warp_.lane()) / 4;
        int const quarter = warp_.lane() % 4;
        std::uint32_t rows[2][8];
        for (int half = 0; half < 2; ++half) {
            make_rows(rows[half], edges, edge + 16 * half + 4 * quarter, part.first, part.count);
        }
        LinesOfLane const lines(edges, edge, quarter);
        CERRADO_ROLLED for (std::uint32_t point = 0; point < points_of_line<W>; point += points_at_once) {
            std::uint32_t columns[2][4];
            lines.columns(point / 4 + group, columns);
            std::uint32_t halves[2][2] = {}; // low and high halves of bytes, of two words of points
            for (int column = 0; column < 4; ++column) {
                for (int bit = 0; bit < 4; ++bit) {
                    int common[4];
                    count_common_bits(warp_, common,
                                      {{rows[0][bit], rows[0][bit + 4], rows[1][bit], rows[1][bit + 4]},
                                       {columns[0][column], columns[1][column]}});
                    for (int i = 0; i < 4; ++i) shift_in(halves[i / 2][i % 2], common[i]);
                }
            }
            std::uint32_t result[2];
            for (int i = 0; i < 2; ++i) result[i] = spread(halves[0][i] >> 16) | spread(halves[1][i] >> 16) << 4;
            part.put(part.first, point / 4 + 2 * static_cast<std::uint32_t>(quarter), result);
        }
    }

    // Four half bytes to four bytes.
    static CERRADO_FN std::uint32_t spread(std::uint32_t halves) {
        halves = (halves | halves << 8) & 0x00FF00FF;
        return (halves | halves << 4) & 0x0F0F0F0F;
    }

    // A factor times x^c, for each c a bit: of tile b bit b of these. Of four edges from `edge` on.
    static CERRADO_FN void make_rows(std::uint32_t (&rows)[8], LinesOfEdges const& edges, std::uint32_t edge, int sum,
                                     int count) {
        std::uint32_t factors = 0;
        for (std::uint32_t j = 0; j < 4; ++j) {
            if (edge + j < edges.count && sum < count) factors |= std::uint32_t{edges.factor(edge + j, sum)} << 8 * j;
        }
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
    static CERRADO_FN void shift_in(std::uint32_t& bits, int from) {
        auto const word = static_cast<std::uint32_t>(from);
#if defined(__CUDA_ARCH__)
        bits = __funnelshift_r(bits, word, 1);
#else
        bits = bits >> 1 | word << 31;
#endif
    }

    W const& warp_;
    std::uint32_t points_;
};

} // namespace cerrado
