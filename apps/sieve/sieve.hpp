// The localized sieve: tells for each vertex if it is in a match.
//
// Problem. A motif is a multiset of k colours, and each vertex has some colours. A match is a connected set of k
// vertices that can be given the k entries of the motif, one to one. There can be far too many matches to visit each.
//
// Method. A polynomial over GF(2^8) has a term for each way to grow a connected set from a vertex, with a variable for
// each entry of the motif that a vertex takes. It is evaluated at all points of {0, 1}^k with random factors, and the
// values are added up. Terms that take an entry twice cancel. A sum over the matches of the vertex is left. For vertex
// i at a point x:
//   P(i, 1) = the sum of the factors of i at the bits of x
//   R(i, s, t) = the sum over the neighbours j of the factor of the edge for size s, times P(j, t)
//   P(i, s) = the sum over t < s of P(i, s - t) R(i, s, t)
//   Q(i) = the sum over all x of P(i, k)
// If Q(i) is not 0, i is in a match. Each vertex has its own sum, so one run answers for all vertices.
//
// Needs. k is 1 to 30. Before the sieve, problem.hpp drops vertices that cannot be in a match. On a device a run goes
// over the points in rounds, many layers at once (SieveRounds). A host can also take one layer after the other
// (host_lines.hpp).
//
// Cost. A run costs O(2^k k^2 m), however many matches there are. A run misses a vertex of a match with probability at
// most (2k - 1)/254, so runs are repeated: 8, 12 and 15 times for 10, 20 and 30 vertices and an error of 10^-9.
// shape.hpp computes the memory of a layer.
//
// Source. Kaski, Lauri and Thejaswi, "Engineering Motif Search for Large Motifs", SEA 2018.
#pragma once

#include "sieve/factors.hpp"
#include "sieve/lines.hpp"

namespace cerrado {

// The points that a run takes, cut into layers. A line has the values at the points of a layer. A layer has a line for
// each vertex and polynomial.
struct SieveLayers {
    std::uint64_t first = 0; // number among the layers of all 2^k points
    std::uint64_t end = 0;
    int at_once = 0;
    std::uint32_t points_on_host = 0; // points of a line on the host, a multiple of 64
    int batches() const { return static_cast<int>((end - first + at_once - 1) / at_once); }
};

// The sieve in rounds, a batch of layers at a time. The first round makes P(i, 1), and later rounds make P(i, t + 1)
// for t from 1 on. The sums R(i, s, t) over the neighbours are made for all s at once, so that P(j, t) is read only
// once. The sums of hubs' slices take another round before.
struct SieveRounds {
    using Engine = Neighbours;
    static constexpr int resident_warps = 16;
    SieveFactors factors;
    SieveLayers all;
    HubSlices hubs;
    ArrayRef<VertexId> places; // the cell of each vertex among the totals of a layer
    ArrayRef<Byte> lines;      // for each layer and vertex, see LinesOfVertex
    ArrayRef<Byte> of_slices;  // for each layer and slice: R of one t
    ArrayRef<Byte> totals;     // for each layer and vertex: Q over the points that were taken

    int rounds() const { return rounds_of_batch() * all.batches(); }
    int layers() const { return all.at_once; }
    std::uint32_t scratch_blocks() const { return blocks_of_tiles(factors.k - 1); }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        LanesOf<Traversal> const lanes(te.warp(), all.points_on_host, te.scratch());
        int const k = factors.k;
        int const round = te.round() % rounds_of_batch();
        LinesOfVertex const own = lines_of(te, te.root(), lanes);
        if (round == 0) return begin(te, lanes, own);
        int const t = hubs.count > 0 ? (round + 1) / 2 : round;
        if (hubs.count > 0 && round % 2 == 1) return sum_slices(te, lanes, t);
        sum_neighbours(te, lanes, own.sums(t), t);
        te.warp().sync();
        lanes.sum_products(
            own.values(t + 1), own.planes(t + 1), t, [&](int i) { return own.planes(t - i); },
            [&](int i) { return own.sum(t + 1, i + 1); });
        if (t + 1 == k) add_total(te, lanes, own.values(k));
    }

private:
    template <class Traversal> using LanesOf = Lines<typename Traversal::WarpType>;

    CERRADO_FN int rounds_of_batch() const { return hubs.count > 0 ? 2 * factors.k - 1 : factors.k; }

    template <class Traversal>
    CERRADO_FN LinesOfVertex lines_of(Traversal const& te, VertexId v, LanesOf<Traversal> const& lanes) const {
        constexpr bool has_planes = LanesOf<Traversal>::has_planes;
        std::uint64_t const vertex = std::uint64_t(te.layer()) * te.graph().vertex_count + v;
        std::uint64_t const bytes = std::uint64_t{LinesOfVertex::count(factors.k, has_planes)} * lanes.points();
        return {lines.data + vertex * bytes, lanes.points(), factors.k, has_planes};
    }
    template <class Traversal>
    CERRADO_FN Byte* lines_of_slice(Traversal const& te, std::uint32_t slice, std::uint32_t points) const {
        return of_slices.data + (std::uint64_t(te.layer()) * hubs.count + slice) * (factors.k - 1) * points;
    }

    // The edges of v from number `first` on, with the lines P(j, t) and the factors of the sums of one t.
    template <class Traversal> CERRADO_FN LinesOfEdges edges_of(Traversal const& te, VertexId v, std::uint32_t first,
                                                                std::uint32_t count, int t,
                                                                LanesOf<Traversal> const& lanes) const {
        EdgeOffset const edge = te.graph().begin(v) + first;
        std::uint32_t const stride = factors.edge_stride<typename Traversal::WarpType>();
        Byte const* const of_edges = factors.of_edges.data + edge * stride;
        LinesOfVertex const of_first = lines_of(te, 0, lanes);
        return {of_first.values(t),
                of_first.bytes(),
                te.graph().neighbours + edge,
                count,
                of_edges + (LanesOf<Traversal>::has_planes ? 0 : t - 1),
                stride};
    }

    // Makes R(i, s, t) for all s.
    template <class Traversal>
    CERRADO_FN void sum_neighbours(Traversal& te, LanesOf<Traversal> const& lanes, Byte* sums, int t) const {
        VertexId const degree = te.graph().degree(te.root());
        std::uint32_t const points = lanes.points();
        if (!hubs.is_hub(degree)) {
            return lanes.sum_edges(sums, factors.k - t, edges_of(te, te.root(), 0, degree, t, lanes));
        }
        auto const* const parts =
            reinterpret_cast<std::uint32_t const*>(lines_of_slice(te, hubs.first[te.root()], points));
        std::uint64_t const words_of_slice = std::uint64_t(factors.k - 1) * points / 4;
        for (int i = 0; i < factors.k - t; ++i) {
            lanes.for_each_word(sums + i * points, [&](std::uint32_t& word, std::uint32_t number) {
                word = 0;
                for (std::uint32_t s = 0; s < hubs.slices_of(degree); ++s) {
                    word ^= parts[s * words_of_slice + i * points / 4 + number];
                }
            });
        }
    }

    // The job of vertex i makes the sums of slice i, which may belong to any vertex. There are fewer slices than
    // vertices.
    template <class Traversal> CERRADO_FN void sum_slices(Traversal& te, LanesOf<Traversal> const& lanes, int t) const {
        std::uint32_t const slice = te.root();
        if (slice >= hubs.count) return;
        VertexId const v = hubs.vertices[slice];
        std::uint32_t const first = (slice - hubs.first[v]) * hubs.edges;
        std::uint32_t const rest = te.graph().degree(v) - first;
        lanes.sum_edges(lines_of_slice(te, slice, lanes.points()), factors.k - t,
                        edges_of(te, v, first, rest < hubs.edges ? rest : hubs.edges, t, lanes));
    }

    template <class Traversal>
    CERRADO_FN void add_total(Traversal& te, LanesOf<Traversal> const& lanes, Byte* last) const {
        te.warp().sync();
        Byte const total = lanes.total(last);
        std::uint64_t const layer = std::uint64_t(te.layer()) * te.graph().vertex_count;
        if (te.warp().lane() == 0) totals[layer + places[te.root()]] ^= total; // no other worker writes this cell
    }

    // Makes P(i, 1). At point x it is the sum of the factors at the bits of x. It is 0 at points beyond the last one.
    template <class Traversal>
    CERRADO_FN void begin(Traversal& te, LanesOf<Traversal> const& lanes, LinesOfVertex const& own) const {
        Byte const* const factor = factors.of_vertices.data + std::uint64_t{te.root()} * factors.vertex_stride();
        std::uint64_t const layer =
            all.first + std::uint64_t(te.round() / rounds_of_batch()) * all.at_once + te.layer();
        std::uint64_t const end = layer < all.end ? std::uint64_t{1} << factors.k : 0;
        std::uint32_t const of_one = factors.k > 1 ? factor[1] : 0;
        std::uint32_t const low_two = factor[0] << 8 | of_one << 16 | (factor[0] ^ of_one) << 24;
        std::uint32_t const there = factors.k == 1 ? 0xFFFF : 0xFFFFFFFF; // if k = 1, there are two points only
        lanes.make(own.values(1), own.planes(1), [&](std::uint32_t first) {
            std::uint64_t const point = layer * lanes.points() + first;
            Byte same = 0;
            for (int l = 2; l < factors.k; ++l) same ^= (point >> l & 1) != 0 ? factor[l] : Byte{0};
            return point < end ? (low_two ^ four_of(same)) & there : 0;
        });
        if (factors.k == 1) add_total(te, lanes, own.values(1));
    }
};

} // namespace cerrado
