// Counts of patterns without a walk to their matches: parts of them are tallied and multiplied.
//
// Vertices are numbered by rising degree. A cycle is counted at its greatest vertex, the root v. From v the wedges v -
// a - x go to lesser vertices. w(x) is the number of wedges that end at x.
#pragma once

#include "isomorphism/formula/formula.hpp"

#include <cerrado/engine/detail/wedges/triangles.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// Entries of the tallies of a warp, which then take 256 KiB.
inline constexpr std::uint32_t usual_most_tallied = 24000;

// Cycles of four vertices: two wedges with the same end.
struct FourCycles {
    using Engine = Wedges;
    static constexpr std::uint32_t least_lower = 2;
    static constexpr std::uint32_t most_tallied = usual_most_tallied;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Count cycles = 0;
        te.for_each_own_range([&] {
            te.clear_tally(te.room_for_own_ends());
            te.tally_own_wedges([&](std::uint32_t before) { cycles += before; });
        });
        te.counter().add_shared(cycles);
    }
};

// The first step of the next formulas: the number of triangles at each edge.
struct TrianglesOfEdges {
    using Engine = Wedges;
    static constexpr std::uint32_t most_tallied = usual_most_tallied;
    ArrayRef<std::uint32_t> triangles; // by list entry; at first only for entries to a lesser vertex

    template <class Traversal> CERRADO_FN void count_triangles(Traversal& te) const {
        count_triangles(te, [](std::uint32_t) {});
    }
    // Calls f(before) for each edge of each triangle. `before` is the number of triangles counted at the edge so far.
    template <class Traversal, class Function> CERRADO_FN void count_triangles(Traversal& te, Function const& f) const {
        using W = typename Traversal::WarpType;
        if (te.lower_count() < 2) return;
        for_each_triangle(te, [&](EdgeOffset to_q, EdgeOffset q_to_p, EdgeOffset to_p) {
            f(W::grid_add(&triangles[to_q], 1u));
            f(W::grid_add(&triangles[q_to_p], 1u));
            f(W::grid_add(&triangles[to_p], 1u));
        });
    }
};

// Two triangles at an edge. Each triangle makes a diamond with every triangle that was counted at the edge before.
struct Diamonds : TrianglesOfEdges {
    static constexpr std::uint32_t least_lower = 2;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Count pairs = 0;
        count_triangles(te, [&](std::uint32_t before) { pairs += before; });
        te.counter().add_shared(pairs);
    }
};

// A triangle and a four-cycle at an edge e: t(e) Q(e), less those whose triangle has another vertex of the cycle. For a
// triangle at e = uv with third vertex x these are t(xu) - 1 + t(xv) - 1. Over all triangles, by edges, they are 2 t(e)
// (t(e) - 1). The sum of t Q is a sum over wedges: each wedge is in w(x) - 1 cycles and adds the t of its two edges for
// each.
struct Houses : TrianglesOfEdges {
    int rounds() const { return 3; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.lower_count() == 0) return;
        if (te.round() == 0) return count_triangles(te);
        if (te.round() == 1) return subtract_and_turn(te);
        Count houses = 0;
        te.for_each_own_range([&] {
            te.clear_tally(te.room_for_own_ends());
            te.tally_own_wedges([](auto) {});
            te.for_each_own_wedge([&](std::uint32_t wedges, EdgeOffset first, EdgeOffset second) {
                houses += Count{wedges - 1} * (Count{triangles[first]} + triangles[second]);
            });
        });
        te.counter().add_shared(houses);
    }

private:
    // Subtracts, and copies the counts to the entries of the other direction.
    template <class Traversal> CERRADO_FN void subtract_and_turn(Traversal& te) const {
        Count both = 0;
        te.for_each_lower([&](VertexId a, EdgeOffset entry) {
            Count const t = triangles[entry];
            both += t == 0 ? 0 : 2 * t * (t - 1);
            triangles[te.graph().first_above(a, te.root()) - 1] = triangles[entry];
        });
        te.counter().subtract_shared(both);
    }
};

// Counts patterns by sums at each vertex: over the degrees of its neighbours, and over the triangles of the edges to
// them.
//
// At a vertex v of degree d let t(u) be the triangles of the edge to u, T the triangles at v (half the sum of the t),
// and s(u) the degree of u less one, which is the number of paths v - u - w.

struct LocalSums : TrianglesOfEdges {
    static constexpr std::uint32_t least_lower = 0; // every vertex counts
    Formula formula;

    int rounds() const { return 3; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.round() == 0) return count_triangles(te);
        if (te.round() == 1) return turn(te);
        if (te.job().slice == 0 && formula != Formula::gems) te.counter().add_once_wide(at(te, sums_of(te)));
        if (te.lower_count() < 2) return;
        if (formula == Formula::five_paths) subtract_cycles(te);
        if (formula == Formula::tailed_cycles) add_cycles(te);
        if (formula == Formula::gems) add_pairs_of_edges(te);
    }

private:
    struct Sums {
        Count triangles = 0; // twice T
        Count paths = 0;     // sum of s(u)
        Count squares = 0;   // sum of s(u)^2
        Count mixed = 0;     // sum of t(u) s(u)
        Count pairs = 0;     // sum of t(u) (t(u) - 1)
    };

    // Copies the counts from the entries to lesser vertices to those of the other direction.
    template <class Traversal> CERRADO_FN void turn(Traversal& te) const {
        te.for_each_lower([&](VertexId a, EdgeOffset entry) {
            triangles[te.graph().first_above(a, te.root()) - 1] = triangles[entry];
        });
    }

    // Returns: the same on every lane.
    template <class Traversal> CERRADO_FN Sums sums_of(Traversal& te) const {
        GraphRef const& graph = te.graph();
        Sums sums;
        EdgeOffset p = graph.begin(te.root()) + static_cast<EdgeOffset>(te.warp().lane());
        for (; p < graph.end(te.root()); p += Traversal::WarpType::width) {
            Count const t = triangles[p];
            Count const s = graph.degree(graph.neighbours[p]) - 1;
            sums.triangles += t;
            sums.paths += s;
            sums.squares += s * s;
            sums.mixed += t * s;
            sums.pairs += t == 0 ? 0 : t * (t - 1);
        }
        for (Count* sum : {&sums.triangles, &sums.paths, &sums.squares, &sums.mixed, &sums.pairs}) {
            *sum = te.warp().reduce_add(*sum);
        }
        return sums;
    }

    // Returns: the term of one vertex modulo 2^128. It can be negative.
    template <class Traversal> CERRADO_FN WideCount at(Traversal const& te, Sums const& sums) const {
        WideCount const own = sums.triangles / 2;
        WideCount const paths = sums.paths;
        switch (formula) {
        // Two triangles at v, less those with an edge in common.
        case Formula::butterflies: return own == 0 ? 0 : own * (own - 1) / 2 - sums.pairs / 2;
        // A triangle at v and a path v - u - w, less the pairs in which u is in the triangle, and those in which only w
        // is.
        case Formula::tailed_triangles: return own * paths - sums.mixed - sums.pairs;
        // add_cycles() counts the cycles with a further neighbour of v. Here those with a chord at v are subtracted.
        case Formula::tailed_cycles: return WideCount{0} - sums.pairs / 2;
        // Two paths from v, less the pairs that meet. In a triangle at v, one path can end at a vertex of the other. A
        // triangle has as many such pairs at v as the degrees of its two other corners add up to, less 3. Summed over
        // its three corners, each corner adds twice its own degree less 3. subtract_cycles() subtracts the pairs that
        // meet at the opposite corner of a 4-cycle.
        default: return (paths * paths - sums.squares) / 2 - own * (2 * WideCount{te.graph().degree(te.root())} - 3);
        }
    }

    // Subtracts each cycle at all four of its vertices.
    template <class Traversal> CERRADO_FN void subtract_cycles(Traversal& te) const {
        Count cycles = 0;
        te.for_each_own_range([&] {
            te.clear_tally(te.room_for_own_ends());
            te.tally_own_wedges([&](std::uint32_t before) { cycles += before; });
        });
        te.counter().subtract_shared(4 * cycles);
    }

    // Adds the number of neighbours outside the cycle for each vertex of each 4-cycle. A wedge v - a - x forms a cycle
    // with each other wedge to x. The two wedges of a cycle meet a once each, and v and x twice.
    template <class Traversal> CERRADO_FN void add_cycles(Traversal& te) const {
        GraphRef const& graph = te.graph();
        Count const of_root = graph.degree(te.root());
        Count twice = 0;
        te.for_each_own_range([&] {
            te.clear_tally(te.room_for_own_ends());
            te.tally_own_wedges([](auto) {});
            te.for_each_own_wedge([&](std::uint32_t wedges, EdgeOffset first, EdgeOffset second) {
                Count const degrees =
                    2 * Count{graph.degree(graph.neighbours[first])} + of_root + graph.degree(graph.neighbours[second]);
                twice += Count{wedges - 1} * (degrees - 8);
            });
        });
        te.counter().add_once(te.warp().reduce_add(twice) / 2);
    }

    // Adds, for each triangle whose greatest vertex is the root, the pairs of other triangles at two of its edges. If
    // both have the same third vertex, they form a 4-clique. Each 4-clique is met 12 times: at each pair of edges of
    // each of its four triangles.
    template <class Traversal> CERRADO_FN void add_pairs_of_edges(Traversal& te) const {
        Count pairs = 0;
        for_each_triangle(te, [&](EdgeOffset to_q, EdgeOffset q_to_p, EdgeOffset to_p) {
            Count const a = triangles[to_p] - 1, b = triangles[to_q] - 1, c = triangles[q_to_p] - 1;
            pairs += a * b + a * c + b * c;
        });
        te.counter().add_shared(pairs);
    }
};

} // namespace cerrado
