// Lines: values of many points, a byte each, four in a word.
//
// On the host a worker is one lane. Elsewhere each lane has 32 points of a line, which lie together in eight words.
// They are kept as bytes, which a neighbour reads, and as bit planes, of which products are made: bit 8 b + i of plane
// j is bit j of byte b of word i. Sums over neighbours are bit planes of the values' traces (galois.hpp).
#pragma once

#include "sieve/galois.hpp"
#include "sieve/lines/edge_tiles.hpp"
#include "sieve/lines/lines_of_edges.hpp"

namespace cerrado {

// Points of a line that one lane has if several share it, and points of the whole line.
inline constexpr std::uint32_t points_of_lane = 32;
template <class W> inline constexpr std::uint32_t points_of_line = W::width* points_of_lane;

namespace detail {
// On the host, for the processor at hand: sums[i * points + x] = the sum over edges of factor(e, i) * line(e)[x].
void sum_lines(Byte* sums, int count, LinesOfEdges const& edges, std::uint32_t points);
// into[x] += a[x] * b[x].
void add_line_product(Byte* into, Byte const* a, Byte const* b, std::uint32_t points);
} // namespace detail

// Operations on lines for the lanes of W. All lanes call them.
template <class W> class Lines {
public:
    static constexpr bool has_planes = W::width > 1;

    // `points` of a line for one lane alone, a multiple of 64. For several lanes there are points_of_line. `scratch` is
    // the worker's, if has_tiles.
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

    // Makes a line. f(point) is the word of four points from `point` on.
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

    // Makes sums as lines that lie one after the other. Number i is the sum over the edges of factor i times the edge's
    // line. With 32 lanes and tensor cores they are products of bit matrices. Cost: edges * count * points / width
    // products.
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

    // The sum over i of left(i) times right(i). The left ones are lines, by their planes if there are any. The right
    // ones are sums over edges. Cost: count * points / width products.
    CERRADO_CALLS_HOST template <class Left, class Right>
    CERRADO_FN void sum_products(Byte* values, Byte* planes, int count, Left const& left, Right const& right) const {
        if constexpr (has_planes) {
            constexpr int ahead = 3; // how far ahead memory is asked
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

    // The sum of all points of a line.
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

} // namespace cerrado
