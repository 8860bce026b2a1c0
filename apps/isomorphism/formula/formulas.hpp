// Counts of patterns without a walk to their matches: parts of them are tallied and multiplied.
//
// Vertices are numbered by rising degree. A cycle is counted at its greatest vertex, the root v. From v the wedges v -
// a - x go to lesser vertices. w(x) is the number of wedges that end at x.
#pragma once

#include "isomorphism/formula/formula.hpp"

#include <cerrado/engine/wedges/triangles.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// 256 KiB for each warp.
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

// What the next formulas begin with: how many triangles each edge is in.
struct TrianglesOfEdges {
    using Engine = Wedges;
    static constexpr std::uint32_t most_tallied = usual_most_tallied;
    ArrayRef<std::uint32_t> triangles; // by edge and direction; at first only those to a lesser vertex

    template <class Traversal> CERRADO_FN void count_triangles(Traversal& te) const {
        count_triangles(te, [](std::uint32_t) {});
    }
    // Calls f(before) for each edge of each triangle. `before` is how many were counted at it before.
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

// Two triangles at an edge: each triangle that is counted makes one with every triangle that was counted there before.
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
// (t(e) - 1). The sum of t Q is one over wedges: each is in w(x) - 1 cycles, with t of its two edges.
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
    // Copies the counts to the entries of the other direction.
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

// Counts of patterns from what is known at each vertex: the degrees of its neighbours, and the triangles of the edges
// to them.
//
// At a vertex v of degree d let t(u) be the triangles of the edge to u, T the triangles at v (half the sum of the t),
// and s(u) one less than the degree of u: the paths of two edges v - u - w.

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
        Count paths = 0;     // sum of s
        Count squares = 0;   // sum of s s
        Count mixed = 0;     // sum of t s
        Count pairs = 0;     // sum of t (t - 1)
    };

    // Copies the counts of entries to lesser vertices to those to greater ones.
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

    // Modulo 2^128: at one vertex more can be subtracted than is there.
    template <class Traversal> CERRADO_FN WideCount at(Traversal const& te, Sums const& sums) const {
        WideCount const own = sums.triangles / 2;
        WideCount const paths = sums.paths;
        switch (formula) {
        // Two triangles at v, less those with an edge in common.
        case Formula::butterflies: return own == 0 ? 0 : own * (own - 1) / 2 - sums.pairs / 2;
        // A triangle at v and a path v - u - w, less those whose u, or then whose w, is in the triangle.
        case Formula::tailed_triangles: return own * paths - sums.mixed - sums.pairs;
        // Cycles through v, whose other neighbours are counted below, less those with a chord from v.
        case Formula::tailed_cycles: return WideCount{0} - sums.pairs / 2;
        // Two paths from v, less those that meet. In a triangle at v, one path ends where the other passes: for each
        // triangle, the degrees of both others, less 3; added up over its corners, twice the corner's own. Paths that
        // meet in a cycle of four are subtracted elsewhere.
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

    // Adds the neighbours that the four vertices of each cycle have besides. A wedge v - a - x is in a cycle with each
    // other wedge to x. There a is met once, v and x twice.
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

    // The root is the greatest vertex of a triangle. Each of two of its edges has another triangle. If both have the
    // same vertex, they are 4-cliques, each at its four triangles' three pairs of edges.
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
