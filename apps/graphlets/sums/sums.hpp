// The sums over a graph from which its graphlets are counted.
//
// Notation. d: degree; t(v), t(e): number of triangles at a vertex and at an edge; W(u, x): number of common
// neighbours; q(a; u, x): number of common neighbours of a, u and x; k(T): number of vertices adjacent to all of a
// triangle.
#pragma once

#include <cerrado/contract/detail/wide_cells.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/run/resident.hpp>

namespace cerrado::cuts {

enum Sum {
    // for patterns of up to four vertices; summed over vertices
    wedges,    // C(d, 2)
    stars3,    // C(d, 3)
    triangles, // t(v): three times the triangles
    paws,      // t(v) (d - 2)
    // summed over edges uv
    paths4,   // (d(u) - 1) (d(v) - 1)
    diamonds, // C(t, 2)
    // summed over cycles of four vertices
    cycles4, // 1
    number_of_small_sums,
    // summed over vertices
    stars4 = number_of_small_sums, // C(d, 4)
    crickets,                      // t(v) C(d - 2, 2)
    butterflies,                   // C(t(v), 2)
    forks,                         // C(d - 1, 2) sum over the neighbours of (d - 1), less 2 t(v) (d - 2)
    paths5,         // the square of the sum over the neighbours of (d - 1), less the sum of squares: ordered pairs
    lollipops,      // over the neighbours w, (t(v) - t(vw)) (d(w) - 1)
    wedge_edges,    // C(d, 2) d + (d - 1) times the degrees of the neighbours
    triangle_edges, // t(v) d
    // summed over edges uv
    books, // C(t, 3)
    bulls, // t (d(u) - 2) (d(v) - 2)
    darts, // C(t, 2) (d(u) + d(v) - 6)
    // summed over cycles of four vertices
    banners, // twice the sum of d - 2 over its vertices
    houses,  // the sum of t over its edges
    // summed over pairs u, x
    fans, // C(W, 3)
    // summed over wedges u - a - x
    spokes, // q (W - 2)
    wheels, // C(q, 2)
    // over wedges u - a - x of a triangle T; each triangle has three wedges
    cliques,        // k
    tailed_cliques, // k d(a)
    hats,           // k (t(ua) + t(ax))
    pairs_of_tops,  // C(k, 2)
    kites,          // (t(ua) - 1) (d(x) - 2) + (t(ax) - 1) (d(u) - 2)
    gems,           // (t(ua) - 1) (t(ax) - 1)
    number_of_sums
};

struct Sums {
    WideCount of[number_of_sums] = {};
};

// The first sums of a lane. They have few bits, since a GPU keeps them in registers, which sums of 128 bits would fill.
template <int number> struct LaneSums {
    static constexpr int size = number;

    Count of[number] = {};

    static CERRADO_FN void merge(LaneSums& into, LaneSums const& from) {
        for (int i = 0; i < number; ++i) into.of[i] += from.of[i];
    }
};
using AllLaneSums = LaneSums<number_of_sums>;
using SmallLaneSums = LaneSums<number_of_small_sums>;

// The sums that lanes cannot hold.
struct SharedSums {
    ArrayRef<Count> cells; // the low words of all sums, then the high ones

    static constexpr std::uint64_t size = 2 * number_of_sums;
    static constexpr int bits_of_lane = 40; // the sum over all lanes then fits 64 bits
    // Returns: whether any of several sums, joined by |, is too large for a lane.
    static CERRADO_FN bool are_large(Count sums) { return sums >> bits_of_lane != 0; }

    template <class W, int number> CERRADO_FN void add(LaneSums<number>& lane, Sum sum, WideCount value) const {
        value += lane.of[sum];
        if (value >> bits_of_lane != 0) {
            give<W>(sum, value);
            value = 0;
        }
        lane.of[sum] = static_cast<Count>(value);
    }
    // Takes over the large sums of a lane. Requires: the terms added since the last call are below 2^63.
    template <class W, int number> CERRADO_FN void relieve(LaneSums<number>& lane) const {
        for (int i = 0; i < number; ++i) {
            if (!are_large(lane.of[i])) continue;
            give<W>(i, lane.of[i]);
            lane.of[i] = 0;
        }
    }

private:
    template <class W> CERRADO_FN void give(int sum, WideCount value) const {
        phase::add_wide<W>({&cells[0], &cells[number_of_sums]}, static_cast<std::uint64_t>(sum), value);
    }
};

// Numbers of pairs, triples and fours, exact in 128 bits.

CERRADO_FN constexpr WideCount choose2(WideCount n) { return n < 2 ? 0 : n * (n - 1) / 2; }
// On a GPU a division of 128 bits takes hundreds of instructions.
CERRADO_FN constexpr WideCount choose3(WideCount n) {
    if (n < 3) return 0;
    if (n >> 21 != 0) return n * (n - 1) / 2 * (n - 2) / 3;
    auto const m = static_cast<Count>(n);
    return m * (m - 1) / 2 * (m - 2) / 3;
}
CERRADO_FN constexpr WideCount choose4(WideCount n) {
    if (n < 4) return 0;
    if (n >> 16 != 0) return choose3(n) * (n - 3) / 4;
    auto const m = static_cast<Count>(n);
    return m * (m - 1) / 2 * (m - 2) / 3 * (m - 3) / 4;
}
// Returns: the number of pairs in 64 bits. Requires: n < 2^32.
CERRADO_FN constexpr Count pairs_of(Count n) { return n < 2 ? 0 : n * (n - 1) / 2; }
CERRADO_FN constexpr WideCount product_of(Count a, Count b) { return WideCount{a} * b; }

// Bit of a tally: the vertex is adjacent to the root u.
inline constexpr std::uint32_t is_adjacent = std::uint32_t{1} << 31;

// Some wedges u - a - x with the same u and a, on the host.
struct WedgesOfList {
    static constexpr std::uint32_t most = 64;

    std::uint32_t count;            // `most` or fewer
    VertexId const* ends;           // the x
    std::uint32_t const* triangles; // of each edge a - x
    std::uint32_t const* numbers;   // of each x in the matrix of a
    Count const* rows;              // of that matrix
    Count const* row;               // that of u
    std::uint32_t words;            // in a row
    std::uint32_t const* tallies;   // by vertex
};
struct SumsOfWedges {
    Count spokes = 0, wheels = 0;
    std::uint64_t adjacent = 0; // bit j: the j-th x is adjacent to u, and a - x is in triangles
    std::uint32_t q[WedgesOfList::most];
};
// Requires: tallies without the bit is_adjacent, and rows, have less than 2^28 ones.
SumsOfWedges sum_wedges(WedgesOfList const& wedges);

} // namespace cerrado::cuts
