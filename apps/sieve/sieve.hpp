// The localized sieve: of every vertex, whether it is in a match. A polynomial over GF(2^8), whose terms are the connected
// sets of k vertices with a colour of the motif for each, is evaluated at all points of {0, 1}^k and added up: what is
// left is a sum over the matches of the vertex.
// Source: Kaski, Lauri and Thejaswi, "Engineering Motif Search for Large Motifs", SEA 2018.
#pragma once

#include "sieve/draws.hpp"
#include "sieve/lines.hpp"

#include <cerrado/engine/neighbours.hpp>
#include <cerrado/runtime/resident.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// What one run of the sieve draws, and where it lies.
struct SieveFactors {
    int k;
    ArrayRef<VertexId> indices;     // of each vertex, by ascending original id, in the graph as it was given
    ArrayRef<std::uint32_t> shades; // of each vertex: bit l, entry l of the motif accepts it
    ArrayRef<Byte> of_vertices;     // k of each, rounded up; 0 where the entry does not accept it
    ArrayRef<Byte> of_edges;        // by edge and direction, k - 1 of each, rounded up

    static constexpr CERRADO_FN std::uint32_t rounded_up(int factors) { return (factors + 7u) / 8 * 8; }
    CERRADO_FN std::uint32_t vertex_stride() const { return rounded_up(k); }
    CERRADO_FN std::uint32_t edge_stride() const { return rounded_up(k - 1); }
};

// Draws them: a lane for each block of eight.
struct DrawFactors {
    using Engine = Neighbours;
    SieveFactors factors;
    Draws draws;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        VertexId const root = te.root();
        VertexId const i = factors.indices[root];
        Byte eight[8];
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        for (std::uint32_t block = lane; 8 * block < factors.vertex_stride(); block += Traversal::WarpType::width) {
            draws.eight(i, no_vertex, block, eight);
            std::uint32_t const accepted = factors.shades[root] >> 8 * block;
            for (int f = 0; f < 8; ++f) {
                factors.of_vertices[std::uint64_t{root} * factors.vertex_stride() + 8 * block + f] =
                    (accepted >> f & 1) != 0 ? eight[f] : Byte{0};
            }
        }
        te.fold([&](VertexId u, EdgeOffset edge) {
            for (std::uint32_t block = 0; 8 * block < factors.edge_stride(); ++block) {
                draws.eight(i, factors.indices[u], block, eight);
                for (int f = 0; f < 8; ++f) factors.of_edges[edge * factors.edge_stride() + 8 * block + f] = eight[f];
            }
        });
    }
};

// A layer of points at a time: P(i, 1) in the first of k rounds, P(i, t + 1) in round t. A sum R(i, s, t) over the
// neighbours is made in round t for all s at once, since P(j, t) is then read but once.
struct SieveRounds {
    using Engine = Neighbours;
    SieveFactors factors;
    ArrayRef<VertexId> places;    // of each vertex, its cell among the totals of a layer
    ArrayRef<Byte> lines;         // of each layer and vertex: P of 1 to k, then R of t from 1 on, s from t + 1 to k
    ArrayRef<Byte> totals;        // of each layer and vertex: Q, as far as points were taken
    int layer_count;              // at once
    int batches;                  // of so many layers
    std::uint32_t points_on_host; // of a line there, a multiple of 64

    int rounds() const { return factors.k * batches; }
    int layers() const { return layer_count; }
    static constexpr CERRADO_FN std::uint32_t lines_of_vertex(int k) {
        return static_cast<std::uint32_t>(k + k * (k - 1) / 2);
    }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Lines<typename Traversal::WarpType> const lanes(te.warp(), points_on_host);
        int const k = factors.k;
        int const t = te.round() % k;
        if (t == 0) return begin(te, lanes);
        EdgeOffset const first = te.graph().begin(te.root());
        LinesOfEdges const edges{line(te, 0, lanes.points()) + (t - 1) * lanes.points(),
                                 std::uint64_t{lines_of_vertex(k)} * lanes.points(),
                                 te.graph().neighbours + first,
                                 te.graph().degree(te.root()),
                                 factors.of_edges.data + first * factors.edge_stride() + (t - 1),
                                 factors.edge_stride()};
        Byte* const own = line(te, te.root(), lanes.points());
        auto const sum = [&](int s) { return own + (s - 1) * lanes.points(); };
        auto const sum_of_neighbours = [&](int s, int size) {
            int const before = (size - 1) * k - (size - 1) * size / 2; // those of less sizes
            return own + (k + before + s - size - 1) * lanes.points();
        };
        lanes.sum_edges(sum_of_neighbours(t + 1, t), k - t, edges);
        te.warp().sync();
        lanes.sum_products(
            sum(t + 1), t, [&](int size) { return sum(t - size); },
            [&](int size) { return sum_of_neighbours(t + 1, size + 1); });
        if (t + 1 == k) add_total(te, lanes, sum(k));
    }

private:
    template <class Traversal, class Lanes>
    CERRADO_FN void add_total(Traversal& te, Lanes const& lanes, Byte* last) const {
        te.warp().sync();
        Byte const total = lanes.total(last);
        std::uint64_t const layer = std::uint64_t(te.layer()) * te.graph().vertex_count;
        if (te.warp().lane() == 0) totals[layer + places[te.root()]] ^= total; // nobody else has this cell
    }

    template <class Traversal> CERRADO_FN Byte* line(Traversal const& te, VertexId v, std::uint32_t points) const {
        std::uint64_t const vertex = std::uint64_t(te.layer()) * te.graph().vertex_count + v;
        return lines.data + vertex * lines_of_vertex(factors.k) * points;
    }

    // P(i, 1) at point x: the sum of the factors at the bits of x. Points that there are not count as 0.
    template <class Traversal, class Lanes> CERRADO_FN void begin(Traversal& te, Lanes const& lanes) const {
        Byte const* const own = factors.of_vertices.data + std::uint64_t{te.root()} * factors.vertex_stride();
        std::uint64_t const layer = std::uint64_t(te.round() / factors.k) * layer_count + te.layer();
        std::uint64_t const end = std::uint64_t{1} << factors.k;
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
