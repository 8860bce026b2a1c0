// Lines hold the values of many points: a byte for each, four in a word.
//
// On the host a worker is one lane. Elsewhere each lane has 32 points of a line, which lie together in eight words. A
// line is kept twice: as bytes, which neighbours read, and as bit planes, which products need. Bit 8 b + i of plane j
// is bit j of byte b of word i. Sums over neighbours are bit planes of the values' traces (galois.hpp).
#pragma once

#include "sieve/galois.hpp"

#include <cerrado/engine/neighbours.hpp>
#include <cerrado/warp/detail/bit_product.hpp>
#include <cerrado/warp/detail/byte_product.hpp>

namespace cerrado {

// The places of the lines of a vertex's neighbours, and of their factors.

// On the host an edge's factor is kept as it is. Elsewhere its traces are kept.
inline constexpr std::uint32_t bytes_of_traces = 2;

// The number of edges that tensor cores multiply at once.
inline constexpr std::uint32_t edges_of_tile = 31;

// The edges of one vertex. The line of edge e is at lines + position(e). Its factors, one for each sum, begin at
// factors + e * stride.
struct LinesOfEdges {
    Byte const* lines;
    std::uint64_t bytes_of_vertex; // distance from one vertex's lines to those of the next vertex
    VertexId const* neighbours;
    std::uint32_t count;
    Byte const* factors;
    std::uint32_t stride; // in bytes

    CERRADO_FN Byte const* line(std::uint32_t e) const { return lines + neighbours[e] * bytes_of_vertex; }
    // The position of edge e's line, counted in lines of `bytes_of_line` bytes.
    CERRADO_FN std::uint32_t line_number(std::uint32_t e, std::uint32_t bytes_of_line) const {
        return neighbours[e] * static_cast<std::uint32_t>(bytes_of_vertex / bytes_of_line);
    }
    CERRADO_FN Byte factor(std::uint32_t e, int sum) const {
        return factors[std::uint64_t{e} * stride + sum];
    } // host only
    CERRADO_FN std::uint32_t traces_of_factor(std::uint32_t e, int sum) const {
        return reinterpret_cast<std::uint16_t const*>(factors + std::uint64_t{e} * stride)[sum];
    }
    // Returns: the traces of the edge's factors for sums 2 * pair (low half) and 2 * pair + 1 (high half).
    CERRADO_FN std::uint32_t traces_of_pair(std::uint32_t e, int pair) const {
        return reinterpret_cast<std::uint32_t const*>(factors + std::uint64_t{e} * stride)[pair];
    }
};

// Computes sums of lines over edges as products of bit matrices, for a warp of 32 lanes.
//
// A tile has the rows of two sums, with eight bits of traces for each. Its columns are eight points of the lines of 31
// edges. These are 248 bits, so the number of common bits fits into a byte. The lowest bit of that number is the
// result.

// Returns: the blocks of fast memory that a worker needs for the rows of all tiles of `sums` sums.
constexpr std::uint32_t blocks_of_tiles(int sums) { return static_cast<std::uint32_t>(sums + 1) / 2 * 32; }

template <class W> class EdgeTiles {
    static_assert(W::width == 32);

public:
    // `scratch` has blocks_of_tiles() blocks for the largest number of sums.
    CERRADO_FN EdgeTiles(W const& warp, LinesOfEdges const& edges, ScratchBlock* scratch)
        : warp_(warp),
          edges_(edges),
          scratch_(scratch),
          group_(static_cast<std::uint32_t>(warp.lane()) / 4),
          quarter_(static_cast<std::uint32_t>(warp.lane()) % 4) {}

    // Computes `count` sums, as planes of traces. They are lines that lie one after the other. Lanes: all.
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
    using Rows = Four; // a lane's part: bit `group` of two sums, as the words of two times four edges; see WordTile
    // For each half of the edges, the bytes of four edges at 16 points. The lane has column `group` of them.
    struct Columns {
        std::uint32_t word[2][16];
    };

    // Returns: the number, within the tile, of edge j of the four edges that this lane has in a half.
    CERRADO_FN std::uint32_t edge(std::uint32_t half, std::uint32_t j) const { return 16 * half + 4 * quarter_ + j; }
    CERRADO_FN bool is_there(std::uint32_t from, std::uint32_t e) const {
        return e < edges_at_once && from + e < edges_.count;
    }

    // This lane's rows of a tile. They lie in fast memory, because each serves 128 products, and the columns take the
    // registers.
    CERRADO_FN Rows& rows(int tile) const { return W::fast(scratch_)[W::width * tile + warp_.lane()]; }

    // Writes the sums if the edges are the first ones, else adds to the sums.
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
            std::uint32_t pair[4]; // traces; bits `group` to `group` + 7 of each belong to the row
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

    // A lane adds up its bit of both sums at 32 points: two columns of each of 16 products, in the order of bit planes.
    // Two pipes of the processor share the work: one computes sums of multiples, the other permutes bytes.
    CERRADO_FN void multiply(std::uint32_t (&planes)[2], Rows const& rows, Columns const& columns) const {
        std::uint32_t bits[4]; // by sum, then column; only the lowest bit of each byte counts
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

    // Returns: the bits of `a` where `which` has ones, else the bits of `b`.
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

// The points that one lane has if several lanes share a line, and the points of the whole line.
inline constexpr std::uint32_t points_of_lane = 32;
template <class W> inline constexpr std::uint32_t points_of_line = W::width* points_of_lane;

namespace detail {
// These run on the host, and use the instructions that its processor has. sum_lines: sums[i * points + x] = the sum
// over edges e of factor(e, i) * line(e)[x].
void sum_lines(Byte* sums, int count, LinesOfEdges const& edges, std::uint32_t points);
// add_line_product: into[x] += a[x] * b[x].
void add_line_product(Byte* into, Byte const* a, Byte const* b, std::uint32_t points);
} // namespace detail

// The operations on lines, for the lanes of W. All lanes call them.
template <class W> class Lines {
public:
    static constexpr bool has_planes = W::width > 1;

    // `points` is the number of points of a line, a multiple of 64, if W has one lane. Several lanes always share
    // points_of_line points. `scratch` is the worker's fast memory, if has_tiles.
    CERRADO_FN Lines(W const& warp, std::uint32_t points, ScratchBlock* scratch)
        : warp_(warp),
          points_(points),
          scratch_(scratch) {}

    CERRADO_FN std::uint32_t points() const { return has_planes ? points_of_line<W> : points_; }

    // Calls f(word, its number) for each of this lane's words of a line, or of its planes.
    template <class Function> CERRADO_FN void for_each_word(Byte* line, Function const& f) const {
        auto* const words = reinterpret_cast<std::uint32_t*>(line);
        for (std::uint32_t w = static_cast<std::uint32_t>(warp_.lane()); w < points() / 4; w += W::width)
            f(words[w], w);
    }

    // Makes a line. f(point) returns the word of the four points from `point` on.
    template <class Function> CERRADO_FN void make(Byte* values, Byte* planes, Function const& f) const {
        if constexpr (has_planes) {
            Eight own;
            std::uint32_t const first = points_of_lane * static_cast<std::uint32_t>(warp_.lane());
            for (std::uint32_t i = 0; i < 8; ++i) own.word[i] = f(first + 4 * i);
            here(values) = own;
            transpose_bits(own.word);
            here(planes) = own;
        } else {
            for_each_word(values, [&](std::uint32_t& word, std::uint32_t number) { word = f(4 * number); });
        }
    }

    // Computes `count` sums, as lines that lie one after the other. Sum i is the sum over the edges of factor i times
    // the edge's line. With 32 lanes and tensor cores, products of bit matrices give the sums. Cost: edges * count *
    // points / width products.
    CERRADO_CALLS_HOST CERRADO_FN void sum_edges(Byte* sums, int count, LinesOfEdges const& edges) const {
        if constexpr (!has_planes) {
            detail::sum_lines(sums, count, edges, points());
        } else {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
            EdgeTiles(warp_, edges, scratch_).sum(sums, count);
#else
            sum_by_masks(sums, count, edges);
#endif
        }
    }

    // The sum over i of left(i) times right(i). left(i) is a line, given by its planes if lines have planes. right(i)
    // is a sum over edges. Cost: count * points / width products.
    CERRADO_CALLS_HOST template <class Left, class Right>
    CERRADO_FN void sum_products(Byte* values, Byte* planes, int count, Left const& left, Right const& right) const {
        if constexpr (has_planes) {
            constexpr int ahead = 3; // the number of products for which memory is requested in advance
            auto const ask = [&](int i) {
                if (i >= count) return;
                W::prefetch(&here(left(i)));
                W::prefetch(&here(right(i)));
            };
            for (int i = 1; i < ahead; ++i) ask(i);
            Eight sum{};
            Eight next_a = here(left(0)); // loaded while others are multiplied
            Eight next_traces = here(right(0));
            CERRADO_ROLLED for (int i = 0; i < count; ++i) {
                Eight const a = next_a;
                Eight const traces = next_traces;
                ask(i + ahead);
                if (i + 1 < count) {
                    next_a = here(left(i + 1));
                    next_traces = here(right(i + 1));
                }
                std::uint32_t b[15];
                for (int j = 0; j < 8; ++j) b[j] = traces.word[j];
                extend_traces(b);
                add_plane_products(sum.word, a.word, b);
            }
            values_from_traces(sum.word);
            here(planes) = sum;
            transpose_bits(sum.word);
            here(values) = sum;
        } else {
            for (std::uint32_t x = 0; x < points(); ++x) values[x] = 0;
            for (int i = 0; i < count; ++i) detail::add_line_product(values, left(i), right(i), points());
        }
    }

    // Returns: the sum of all points of a line.
    CERRADO_FN Byte total(Byte* values) const {
        std::uint32_t four = 0;
        for_each_word(values, [&](std::uint32_t word, auto) { four ^= word; });
        four = warp_.reduce_xor(four);
        four ^= four >> 16;
        return static_cast<Byte>(four ^ four >> 8);
    }

private:
    struct alignas(16) Eight {
        std::uint32_t word[8];
    };
    // This lane's part of a line.
    CERRADO_FN Eight& here(Byte* line) const { return reinterpret_cast<Eight*>(line)[warp_.lane()]; }
    CERRADO_FN Eight const& here(Byte const* line) const { return reinterpret_cast<Eight const*>(line)[warp_.lane()]; }

    CERRADO_FN void sum_by_masks(Byte* sums, int count, LinesOfEdges const& edges) const {
        for (int i = 0; i < count; ++i) {
            Eight sum{};
            for (std::uint32_t e = 0; e < edges.count; ++e) {
                Eight line = here(edges.line(e));
                transpose_bits(line.word);
                std::uint32_t const traces = edges.traces_of_factor(e, i);
                for (int b = 0; b < 8; ++b) {
                    for (int c = 0; c < 8; ++c) sum.word[b] ^= line.word[c] & (0 - (traces >> (b + c) & 1));
                }
            }
            here(sums + std::uint64_t(i) * points()) = sum;
        }
    }

    W const& warp_;
    std::uint32_t points_;
    ScratchBlock* scratch_;
};

// The places of the lines of a vertex.

// The lines of a vertex in a layer: P(1) to P(k), their planes if there are any, then R(s, t) for t from 1 on. The
// lines R of one t lie by ascending s, from t + 1 to k. If there are planes, they lie by descending s, as the factors
// do.
class LinesOfVertex {
public:
    CERRADO_FN LinesOfVertex(Byte* lines, std::uint32_t points, int k, bool has_planes)
        : lines_(lines),
          points_(points),
          k_(k),
          has_planes_(has_planes) {}

    static constexpr CERRADO_FN std::uint32_t count(int k, bool has_planes) {
        return static_cast<std::uint32_t>(k * (has_planes ? 2 : 1) + k * (k - 1) / 2);
    }
    CERRADO_FN std::uint64_t bytes() const { return std::uint64_t{count(k_, has_planes_)} * points_; }
    CERRADO_FN Byte* values(int s) const { return line(s - 1); }
    CERRADO_FN Byte* planes(int s) const { return line((has_planes_ ? k_ : 0) + s - 1); } // products read the planes
    CERRADO_FN Byte* sums(int t) const {                                                  // the lines R of one t
        return line((has_planes_ ? 2 : 1) * k_ + (t - 1) * k_ - (t - 1) * t / 2);
    }
    CERRADO_FN Byte* sum(int s, int t) const {
        return sums(t) + static_cast<std::uint64_t>(has_planes_ ? k_ - s : s - t - 1) * points_;
    }

private:
    CERRADO_FN Byte* line(int number) const { return lines_ + static_cast<std::uint64_t>(number) * points_; }

    Byte* lines_;
    std::uint32_t points_;
    int k_;
    bool has_planes_;
};

} // namespace cerrado
