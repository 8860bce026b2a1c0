// The sweep over wedges u - a - x, x below u, with two numbers each: W, the common neighbours of u and x, and q, those of
// them that are adjacent to a. If u and x are adjacent, the wedge is one of three of a triangle T, and q is k(T).
#pragma once

#include "graphlets/sums/cuts.hpp"
#include "graphlets/sums/ends.hpp"

namespace cerrado::cuts {

// The wedges that a pass takes from the engine Ends.

// In a tally of a sweep: the vertex is adjacent to the root u.
inline constexpr std::uint32_t is_adjacent = std::uint32_t{1} << 31;

// Finds the wedges u - a - x with x below u, without the ends that a sweep leaves out.
// Lanes: all. Cost: that of find_wedges().
template <class Traversal> CERRADO_FN void find_wedges_below(Traversal& te, Known const& known) {
    GraphRef const& graph = te.graph();
    te.find_wedges([&](EdgeOffset entry) {
        VertexId const a = graph.neighbours[entry];
        std::uint32_t const low = known.low[a], below = known.reverse[entry];
        return phase::PartOfList{graph.begin(a) + low, below > low ? below - low : 0, te.root()};
    });
}

// Tallies the ends of the wedges from u to all other vertices, then calls each().
// Requires: `in_one_piece`. Lanes: all. Cost: the wedges, divided by the width.
template <class Traversal, class Each> CERRADO_FN void tally_all_ends(Traversal& te, Each const& each) {
    GraphRef const& graph = te.graph();
    te.find_wedges([&](EdgeOffset entry) {
        VertexId const a = graph.neighbours[entry];
        return phase::PartOfList{graph.begin(a), graph.degree(a), no_vertex};
    });
    te.for_each_range([&] {
        te.clear_tally();
        te.tally_ends([](std::uint32_t) {});
        each();
    });
}

struct Sweep {
    using Engine = Ends;
    using Accumulator = LaneSums;
    static CERRADO_FN void merge(LaneSums& into, LaneSums const& from) { LaneSums::merge(into, from); }

    Matrices matrices;

    // An end with fewer neighbours is in no pattern of those that are summed here.
    static constexpr VertexId least_end = 3;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.graph().degree(te.root()) < least_end) return;
        find_wedges_below(te, matrices.known);
        te.for_each_range([&] { add_range(te); });
    }

private:
    template <class Traversal> CERRADO_FN void add_range(Traversal& te) const {
        using W = typename Traversal::WarpType;
        GraphRef const& graph = te.graph();
        SharedSums const& shared = matrices.known.sums;
        LaneSums& lane = te.accumulator();
        te.clear_tally();
        te.tally_neighbours(is_adjacent);
        te.tally_ends([&](std::uint32_t before) {
            if (is_first()) lane.of[fans] += pairs_of(before & ~is_adjacent);
            if (SharedSums::are_large(lane.of[fans])) shared.relieve<W>(lane);
        });
        te.for_each_wedge([&](std::uint32_t tally, EdgeOffset first, EdgeOffset second) {
            Count const t1 = matrices.known.triangles[first], t2 = matrices.known.triangles[second];
            if (t1 == 0 || t2 == 0) return;
            VertexId const a = graph.neighbours[first];
            Count const q = matrices.common(graph, a, first, second);
            Count const w = tally & ~is_adjacent;
            if (q > 0) lane.of[spokes] += q * (w - 2);
            lane.of[wheels] += pairs_of(q);
            if (tally >= is_adjacent) add_triangle(lane, te, first, second, t1, t2, q);
            if (SharedSums::are_large(all_of(lane))) shared.relieve<W>(lane);
        });
    }

    // Each sum's terms of one wedge are below 2^63, as degrees are below 2^31.
    template <class Traversal> CERRADO_FN void add_triangle(LaneSums& lane, Traversal& te, EdgeOffset first,
                                                            EdgeOffset second, Count t1, Count t2, Count k) const {
        GraphRef const& graph = te.graph();
        Count const d = graph.degree(te.root()), e = graph.degree(graph.neighbours[second]);
        if (is_first()) {
            lane.of[kites] += (t1 - 1) * (e - 2) + (t2 - 1) * (d - 2);
            lane.of[gems] += (t1 - 1) * (t2 - 1);
        }
        if (k == 0) return;
        lane.of[cliques] += k;
        lane.of[tailed_cliques] += k * graph.degree(graph.neighbours[first]);
        lane.of[hats] += k * (t1 + t2);
        lane.of[pairs_of_tops] += pairs_of(k);
    }
    static CERRADO_FN Count all_of(LaneSums const& lane) {
        Count all = 0;
        for (Sum const sum : {spokes, wheels, cliques, tailed_cliques, hats, pairs_of_tops, kites, gems})
            all |= lane.of[sum];
        return all;
    }
    // What needs no matrix is counted once, with the first part of them.
    CERRADO_FN bool is_first() const { return matrices.first == 0; }
};

} // namespace cerrado::cuts
