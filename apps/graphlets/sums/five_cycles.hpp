// Counts the cycles of five vertices, which cutting cannot give.
//
// Vertices are numbered by rising degree. A cycle is counted at its greatest vertex, the root v. From v the wedges v -
// a - x go to lesser vertices. w(x) is the number of wedges that end at x.
#pragma once

#include <cerrado/engine/detail/wedges/triangles.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// Cycles v - a - x - y - b of five vertices. For each edge x - y take the wedges to x whose a is not y, times the
// wedges to y whose b is not x, less those in which a and b are the same vertex. In these a, x and y are a triangle,
// and v is adjacent to a.
//
// All jobs of a heavy root need the tallies of all its x. They fill a row of device memory together in one round, and
// read the row in the next round.
struct FiveCycles {
    using Engine = Wedges;
    // A job of any other root has the tallies of all x itself. The caches have room for the tallies of one or two
    // thousand warps.
    static constexpr std::uint32_t fast_tally_slots = 2048;
    static constexpr int pieces_a_slice = 8;

    VertexId first_with_row = no_vertex; // this root and all with higher numbers are heavy
    VertexId row_length = 0;             // number of vertices
    ArrayRef<std::uint32_t> rows{};      // rows of heavy roots, one after the other: a tally for each vertex

    int rounds() const { return first_with_row == no_vertex ? 1 : 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.lower_count() == 0)
            return; // there is only one a, so a and b are the same vertex: see subtract_triangles()
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
    static constexpr std::uint32_t is_adjacent = std::uint32_t{1} << 31; // bit of a tally: the vertex is adjacent to v
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

    // Subtracts the cases in which a and b are the same vertex. The root is the greatest vertex of a triangle. v is any
    // vertex above the root that is adjacent to one of the three.
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

} // namespace cerrado
