// The localized sieve: of every vertex, whether it is in a match. A polynomial over GF(2^8), whose terms are the connected
// sets of k vertices with a colour of the motif for each, is evaluated at all points of {0, 1}^k and added up: what is
// left is a sum over the matches of the vertex.
// Source: Kaski, Lauri and Thejaswi, "Engineering Motif Search for Large Motifs", SEA 2018.
#pragma once

#include "sieve/factors.hpp"
#include "sieve/lines.hpp"

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
    SieveFactors factors;
    SieveLayers all;
    HubSlices hubs;
    ArrayRef<VertexId> places; // of each vertex, its cell among the totals of a layer
    ArrayRef<Byte> lines;      // of each layer and vertex: P of 1 to k, then R of t from 1 on, s from t + 1 to k
    ArrayRef<Byte> of_slices;  // of each layer and slice: R of one t
    ArrayRef<Byte> totals;     // of each layer and vertex: Q, as far as points were taken

    int rounds() const { return rounds_of_batch() * all.batches(); }
    int layers() const { return all.at_once; }
    static constexpr CERRADO_FN std::uint32_t lines_of_vertex(int k) {
        return static_cast<std::uint32_t>(k + k * (k - 1) / 2);
    }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Lines<typename Traversal::WarpType> const lanes(te.warp(), all.points_on_host);
        int const k = factors.k;
        int const round = te.round() % rounds_of_batch();
        if (round == 0) return begin(te, lanes);
        int const t = hubs.count > 0 ? (round + 1) / 2 : round;
        if (hubs.count > 0 && round % 2 == 1) return sum_slices(te, lanes, t);
        Byte* const own = line(te, te.root(), lanes.points());
        auto const sum = [&](int s) { return own + (s - 1) * lanes.points(); };
        auto const sum_of_neighbours = [&](int s, int size) {
            int const before = (size - 1) * k - (size - 1) * size / 2; // those of less sizes
            return own + (k + before + s - size - 1) * lanes.points();
        };
        sum_neighbours(te, lanes, sum_of_neighbours(t + 1, t), t);
        te.warp().sync();
        lanes.sum_products(
            sum(t + 1), t, [&](int size) { return sum(t - size); },
            [&](int size) { return sum_of_neighbours(t + 1, size + 1); });
        if (t + 1 == k) add_total(te, lanes, sum(k));
    }

private:
    CERRADO_FN int rounds_of_batch() const { return hubs.count > 0 ? 2 * factors.k - 1 : factors.k; }

    template <class Traversal> CERRADO_FN Byte* line(Traversal const& te, VertexId v, std::uint32_t points) const {
        std::uint64_t const vertex = std::uint64_t(te.layer()) * te.graph().vertex_count + v;
        return lines.data + vertex * lines_of_vertex(factors.k) * points;
    }
    template <class Traversal>
    CERRADO_FN Byte* lines_of_slice(Traversal const& te, std::uint32_t slice, std::uint32_t points) const {
        return of_slices.data + (std::uint64_t(te.layer()) * hubs.count + slice) * (factors.k - 1) * points;
    }

    // Edges of v from its `first` on, with the lines P(j, t) and the factors for sums from size t + 1 on.
    template <class Traversal> CERRADO_FN LinesOfEdges edges_of(Traversal const& te, VertexId v, std::uint32_t first,
                                                                std::uint32_t count, int t,
                                                                std::uint32_t points) const {
        EdgeOffset const edge = te.graph().begin(v) + first;
        return {line(te, 0, points) + (t - 1) * points,
                std::uint64_t{lines_of_vertex(factors.k)} * points,
                te.graph().neighbours + edge,
                count,
                factors.of_edges.data + edge * factors.edge_stride() + (t - 1),
                factors.edge_stride()};
    }

    // R(i, s, t) of s from t + 1 on.
    template <class Traversal, class Lanes>
    CERRADO_FN void sum_neighbours(Traversal& te, Lanes const& lanes, Byte* sums, int t) const {
        VertexId const degree = te.graph().degree(te.root());
        std::uint32_t const points = lanes.points();
        if (!hubs.is_hub(degree)) {
            return lanes.sum_edges(sums, factors.k - t, edges_of(te, te.root(), 0, degree, t, points));
        }
        auto const* const parts =
            reinterpret_cast<std::uint32_t const*>(lines_of_slice(te, hubs.first[te.root()], points));
        std::uint64_t const words_of_slice = std::uint64_t(factors.k - 1) * points / 4;
        for (int i = 0; i < factors.k - t; ++i) {
            lanes.for_each_word(sums + i * points, [&](std::uint32_t& word, std::uint32_t first) {
                word = 0;
                for (std::uint32_t s = 0; s < hubs.slices_of(degree); ++s) {
                    word ^= parts[s * words_of_slice + (i * points + first) / 4];
                }
            });
        }
    }

    // The job of vertex i makes the sums of slice i, whosever it is: there are fewer slices than vertices.
    template <class Traversal, class Lanes> CERRADO_FN void sum_slices(Traversal& te, Lanes const& lanes, int t) const {
        std::uint32_t const slice = te.root();
        if (slice >= hubs.count) return;
        VertexId const v = hubs.vertices[slice];
        std::uint32_t const first = (slice - hubs.first[v]) * hubs.edges;
        std::uint32_t const rest = te.graph().degree(v) - first;
        lanes.sum_edges(lines_of_slice(te, slice, lanes.points()), factors.k - t,
                        edges_of(te, v, first, rest < hubs.edges ? rest : hubs.edges, t, lanes.points()));
    }

    template <class Traversal, class Lanes>
    CERRADO_FN void add_total(Traversal& te, Lanes const& lanes, Byte* last) const {
        te.warp().sync();
        Byte const total = lanes.total(last);
        std::uint64_t const layer = std::uint64_t(te.layer()) * te.graph().vertex_count;
        if (te.warp().lane() == 0) totals[layer + places[te.root()]] ^= total; // nobody else has this cell
    }

    // P(i, 1) at point x: the sum of the factors at the bits of x. Points that there are not count as 0.
    template <class Traversal, class Lanes> CERRADO_FN void begin(Traversal& te, Lanes const& lanes) const {
        Byte const* const own = factors.of_vertices.data + std::uint64_t{te.root()} * factors.vertex_stride();
        std::uint64_t const layer =
            all.first + std::uint64_t(te.round() / rounds_of_batch()) * all.at_once + te.layer();
        std::uint64_t const end = layer < all.end ? std::uint64_t{1} << factors.k : 0;
        std::uint32_t const of_one = factors.k > 1 ? own[1] : 0;
        std::uint32_t const low_two = own[0] << 8 | of_one << 16 | (own[0] ^ of_one) << 24;
        lanes.for_each_word(line(te, te.root(), lanes.points()), [&](std::uint32_t& four, std::uint32_t first) {
            std::uint64_t const point = layer * lanes.points() + first;
            Byte same = 0;
            for (int l = 2; l < factors.k; ++l) same ^= (point >> l & 1) != 0 ? own[l] : Byte{0};
            four = point < end ? low_two ^ four_of(same) : 0;
            if (factors.k == 1) four &= 0xFFFF; // of the points 0 to 3 there are two
        });
        if (factors.k == 1) add_total(te, lanes, line(te, te.root(), lanes.points()));
    }
};

} // namespace cerrado
