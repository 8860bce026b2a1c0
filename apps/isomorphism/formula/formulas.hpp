// Counts of patterns without a walk to their matches: parts of them are tallied and multiplied.
//
// Vertices are numbered by rising degree. A cycle is counted at its greatest vertex, the root v. From v the wedges v -
// a - x go to lesser vertices. w(x) is the number of wedges that end at x.
#pragma once

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

// Cycles v - a - x - y - b of five vertices. For each edge x - y take the wedges to x whose a is not y, times the
// wedges to y whose b is not x, less those in which a and b are the same vertex. In these a, x and y are a triangle,
// and v is adjacent to a.
//
// All jobs of a heavy root need the tallies of all its x. They fill a row of device memory together, in one round, and
// read it in the next.
struct FiveCycles {
    using Engine = Wedges;
    // A job of another root has the tallies of all x. The caches have room for those of one or two thousand warps.
    static constexpr std::uint32_t fast_tally_slots = 2048;
    static constexpr int pieces_a_slice = 8;

    VertexId first_with_row = no_vertex; // such a root, or one with a higher number, is heavy
    VertexId row_length = 0;             // vertices
    ArrayRef<std::uint32_t> rows{};      // of heavy roots, one after the other: a tally for each vertex

    int rounds() const { return first_with_row == no_vertex ? 1 : 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.lower_count() == 0) return; // with one a, a and b are the same vertex, which is subtracted elsewhere
        bool const has_row = te.root() >= first_with_row;
        if (te.round() == 1) {
            if (has_row) add_products_of_row(te);
            return;
        }
        if (has_row) {
            fill_row(te);
        } else {
            add_products(te);
        }
        subtract_triangles(te);
    }

private:
    static constexpr std::uint32_t is_adjacent = std::uint32_t{1} << 31; // in a tally: the vertex is adjacent to v
    static CERRADO_FN std::uint32_t wedges(std::uint32_t tally) { return tally & ~is_adjacent; }

    template <class Traversal> CERRADO_FN void add_products(Traversal& te) const {
        te.clear_tally(te.lower_count() + te.most_wedges());
        te.tally_lower([](auto, auto) { return is_adjacent; });
        te.tally_wedges();
        Count products = 0;
        te.for_each_edge_of_tallied(
            [&](VertexId x, std::uint32_t at_y) { products += product_of(te.tally_of(x), at_y); });
        te.counter().add_shared(products);
    }
    static CERRADO_FN Count product_of(std::uint32_t at_x, std::uint32_t at_y) {
        return Count{wedges(at_x) - at_y / is_adjacent} * (wedges(at_y) - at_x / is_adjacent);
    }

    template <class Traversal> CERRADO_FN std::uint32_t* row_of(Traversal const& te) const {
        return &rows[Count{te.root() - first_with_row} * row_length];
    }
    template <class Traversal> CERRADO_FN void fill_row(Traversal& te) const {
        using W = typename Traversal::WarpType;
        std::uint32_t* const row = row_of(te);
        te.for_each_lower([&](VertexId a, EdgeOffset) { W::grid_add(&row[a], is_adjacent); });
        te.for_each_own_end([&](VertexId x) { W::grid_add(&row[x], 1u); });
    }
    template <class Traversal> CERRADO_FN void add_products_of_row(Traversal& te) const {
        std::uint32_t const* const row = row_of(te);
        Count products = 0;
        te.for_each_edge_of_tallied([&](VertexId x) { return row[x]; },
                                    [&](VertexId x, std::uint32_t at_y) { products += product_of(row[x], at_y); });
        te.counter().add_shared(products);
    }

    // The root is the greatest vertex of the triangle. v is any vertex above it that is adjacent to one of the three.
    template <class Traversal> CERRADO_FN void subtract_triangles(Traversal& te) const {
        if (te.lower_count() < 2) return;
        GraphRef const& graph = te.graph();
        auto const above = [&](VertexId corner) {
            return static_cast<std::uint32_t>(graph.end(corner) - graph.first_above(corner, te.root()));
        };
        te.clear_tally(te.lower_count(), 2);
        te.tally_lower([&](VertexId a, auto) { return 1 + above(a); });
        Count const of_root = above(te.root());
        Count same = 0;
        te.for_each_falling_wedge([&](std::uint32_t at_p, EdgeOffset to_q, auto) {
            same += of_root + (at_p - 1) + (te.tally_of(graph.neighbours[to_q]) - 1);
        });
        te.counter().subtract_shared(same);
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

} // namespace cerrado
