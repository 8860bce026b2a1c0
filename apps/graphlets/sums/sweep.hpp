// The sweep over wedges u - a - x, x below u, with two numbers each: W, the common neighbours of u and x, and q, those of
// them that are adjacent to a. If u and x are adjacent, the wedge is one of three of a triangle T, and q is k(T).
#pragma once

#include "graphlets/sums/find_wedges.hpp"

namespace cerrado::cuts {

struct Sweep {
    using Engine = Ends;
    using Accumulator = Sums;
    static CERRADO_FN void merge(Sums& into, Sums const& from) { Sums::merge(into, from); }

    Matrices matrices;

    // An end with fewer neighbours is in no pattern of those that are summed here.
    static constexpr VertexId least_end = 3;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.graph().degree(te.root()) < least_end) return;
        find_wedges_below(te, matrices.known);
        te.for_each_range([&] { add_range(te); });
    }

private:
    struct OfLane {
        WideCount fans = 0, spokes = 0, wheels = 0;
        WideCount cliques = 0, tailed_cliques = 0, hats = 0, pairs = 0, kites = 0, gems = 0;
    };

    template <class Traversal> CERRADO_FN void add_range(Traversal& te) const {
        GraphRef const& graph = te.graph();
        OfLane own;
        te.clear_tally();
        te.tally_neighbours(is_adjacent);
        te.tally_ends([&](std::uint32_t before) { own.fans += choose2(before & ~is_adjacent); });
        te.for_each_wedge([&](std::uint32_t tally, EdgeOffset first, EdgeOffset second) {
            Count const t1 = matrices.known.triangles[first], t2 = matrices.known.triangles[second];
            if (t1 == 0 || t2 == 0) return;
            VertexId const a = graph.neighbours[first];
            Count const q = matrices.common(graph, a, first, second);
            Count const w = tally & ~is_adjacent;
            if (q > 0) own.spokes += WideCount{q} * (w - 2);
            own.wheels += choose2(q);
            if (tally >= is_adjacent) add_triangle(own, te, first, second, t1, t2, q);
        });
        flush(te.accumulator(), own);
    }

    template <class Traversal> CERRADO_FN void add_triangle(OfLane& own, Traversal& te, EdgeOffset first,
                                                            EdgeOffset second, Count t1, Count t2, Count k) const {
        GraphRef const& graph = te.graph();
        Count const d = graph.degree(te.root()), e = graph.degree(graph.neighbours[second]);
        if (matrices.first == 0) { // else an earlier part of the matrices has it
            own.kites += WideCount{t1 - 1} * (e - 2) + WideCount{t2 - 1} * (d - 2);
            own.gems += WideCount{t1 - 1} * (t2 - 1);
        }
        if (k == 0) return;
        own.cliques += k;
        own.tailed_cliques += WideCount{k} * graph.degree(graph.neighbours[first]);
        own.hats += WideCount{k} * (t1 + t2);
        own.pairs += choose2(k);
    }

    CERRADO_FN void flush(Sums& sums, OfLane const& own) const {
        if (matrices.first == 0) sums.of[fans] += own.fans;
        sums.of[spokes] += own.spokes;
        sums.of[wheels] += own.wheels;
        sums.of[cliques] += own.cliques;
        sums.of[tailed_cliques] += own.tailed_cliques;
        sums.of[hats] += own.hats;
        sums.of[pairs_of_tops] += own.pairs;
        sums.of[kites] += own.kites;
        sums.of[gems] += own.gems;
    }
};

} // namespace cerrado::cuts
