// The localized sieve: of every vertex, whether it is in a match. A polynomial over GF(2^8), whose terms are the connected
// sets of k vertices with a colour of the motif for each, is evaluated at all points of {0, 1}^k and added up: what is
// left is a sum over the matches of the vertex.
// Source: Kaski, Lauri and Thejaswi, "Engineering Motif Search for Large Motifs", SEA 2018.
#pragma once

#include "sieve/factors.hpp"
#include "sieve/lines.hpp"
#include "sieve/lines_of_vertex.hpp"

namespace cerrado {

// The points that a run takes. A line has so many of them; a layer is a line of each vertex for each polynomial.
struct SieveLayers {
    std::uint64_t first = 0; // of the layers of all 2^k points
    std::uint64_t end = 0;
    int at_once = 0;
    std::uint32_t points_on_host = 0; // of a line there, a multiple of 64
    int batches() const { return static_cast<int>((end - first + at_once - 1) / at_once); }
};

// A layer of points at a time: P(i, 1) in the first of the rounds, then P(i, t + 1) for t from 1 on. A sum R(i, s, t)
// over the neighbours is made for all s at once, since P(j, t) is then read but once; those of a hub's slices in a
// round before.
struct SieveRounds {
    using Engine = Neighbours;
    static constexpr int resident_warps = 16;
    SieveFactors factors;
    SieveLayers all;
    HubSlices hubs;
    ArrayRef<VertexId> places; // of each vertex, its cell among the totals of a layer
    ArrayRef<Byte> lines;      // of each layer and vertex, see LinesOfVertex
    ArrayRef<Byte> of_slices;  // of each layer and slice: R of one t
    ArrayRef<Byte> totals;     // of each layer and vertex: Q, as far as points were taken

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

    // Edges of v from its `first` on, with the lines P(j, t) and the factors of the sums of one t.
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

    // R(i, s, t) of all s.
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

    // The job of vertex i makes the sums of slice i, whosever it is: there are fewer slices than vertices.
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
        if (te.warp().lane() == 0) totals[layer + places[te.root()]] ^= total; // nobody else has this cell
    }

    // P(i, 1) at point x: the sum of the factors at the bits of x. Points that there are not count as 0.
    template <class Traversal>
    CERRADO_FN void begin(Traversal& te, LanesOf<Traversal> const& lanes, LinesOfVertex const& own) const {
        Byte const* const factor = factors.of_vertices.data + std::uint64_t{te.root()} * factors.vertex_stride();
        std::uint64_t const layer =
            all.first + std::uint64_t(te.round() / rounds_of_batch()) * all.at_once + te.layer();
        std::uint64_t const end = layer < all.end ? std::uint64_t{1} << factors.k : 0;
        std::uint32_t const of_one = factors.k > 1 ? factor[1] : 0;
        std::uint32_t const low_two = factor[0] << 8 | of_one << 16 | (factor[0] ^ of_one) << 24;
        std::uint32_t const there = factors.k == 1 ? 0xFFFF : 0xFFFFFFFF; // of the points 0 to 3 there are two
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
