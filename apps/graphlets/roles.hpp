// The sums at each vertex and edge that give the counts of their roles in graphlets. The sums have the names of roles.
// d, t, W, q and k are as in sums.hpp.
#pragma once

#include "graphlets/sums/sweep.hpp"

#include <cerrado/contract/detail/wide_cells.hpp>

namespace cerrado::cuts {

// An end is u or x of a wedge u - a - x, and `other` is its other end. A triangle has three wedges, and each corner is
// an end in two of them. The edge across from an end joins a and the other end.
enum AtVertex {
    // at ends
    cycles4_twice,        // W - 1
    banners_across_twice, // (W - 1) (d(other) - 2)
    k23_of_two_thrice,    // C(W - 1, 2)
    house_floors,         // (W - 1) t, where t is that of the edge from a to the other end
    spoke_wings_twice,    // q (W - 2)
    wheel_rims,           // C(q, 2)
    // at a
    k23_of_three,     // C(W - 1, 2)
    spoke_chords,     // q (W - 2)
    wheel_hubs_twice, // C(q, 2)
    spoke_tips,       // half the sum of q over all wedges with ends u and x, less q
    // at ends of triangles
    diamond_wings_twice, // t across - 1
    book_pages_twice,    // C(t across - 1, 2)
    hats_of_three_twice, // k (t across - 2)
    gem_inner,           // (t(ua) - 1) (t(ax) - 1)
    dart_wings,          // (t across - 1) (d(a) - 3)
    // at a, in triangles
    cliques4_thrice, // k
    clique_pairs,    // C(k, 2)
    gem_hubs,        // (t(ua) - 1) (t(ax) - 1)
    bull_chins,      // (d(u) - 2) (d(x) - 2)
    // at a vertex that is adjacent to all corners of a triangle
    clique_tops, // k - 1
    // at the vertex across from an edge of a triangle
    kite_wings, // see AtEdge
    gem_ends,
    house_roofs,
    hats_of_two_twice,
    cycles5, // the wedges to one end of an edge times the wedges to the other end
    vertex_sums
};

// The sums at each direction of an edge. They are over the wedges whose end and middle the direction joins.
struct AtEdge {
    Count cycles4 = 0;       // W - 1
    Count cliques_twice = 0; // k
    Count tails = 0;         // d(other) - 2, in triangles
    Count pairs = 0;         // t(ax) - 1, in triangles u, a, x
};

struct SumsOfVertex {
    Count low[vertex_sums] = {};
    Count high[vertex_sums] = {};

    WideCount of(AtVertex sum) const { return WideCount{high[sum]} << 64 | low[sum]; }
};

struct Roles {
    ArrayRef<SumsOfVertex> vertices;
    ArrayRef<AtEdge> edges; // by entry

    template <class W> CERRADO_FN void add(VertexId v, AtVertex sum, WideCount value) const {
        if (value == 0) return;
        SumsOfVertex& sums = vertices[v];
        phase::add_wide<W>({sums.low, sums.high}, sum, value);
    }
};

// The sweep for roles. It goes over the wedges whose ends have two neighbours or more.
struct RoleSweep {
    using Engine = Ends;

    static constexpr VertexId least_end = 2;

    Matrices matrices; // the matrices of all vertices
    Roles roles;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.graph().degree(te.root()) < least_end) return;
        find_wedges_below(te, matrices.known);
        te.for_each_range([&] {
            add_wedges(te);
            add_tips(te);
        });
    }

private:
    // A wedge, with the triangles of its edges and its q.
    struct Wedge {
        VertexId u, a, x;
        EdgeOffset first, second; // the entries of a in u's list, and of x in a's list
        Count t1, t2, q;
    };

    template <class Traversal> CERRADO_FN Wedge wedge(Traversal const& te, EdgeOffset first, EdgeOffset second) const {
        GraphRef const& graph = te.graph();
        Wedge w{te.root(), graph.neighbours[first],         graph.neighbours[second],         first,
                second,    matrices.known.triangles[first], matrices.known.triangles[second], 0};
        if (w.t1 > 0 && w.t2 > 0) w.q = matrices.common(graph, w.a, first, second);
        return w;
    }

    template <class Traversal> CERRADO_FN void add_wedges(Traversal& te) const {
        te.clear_tally();
        te.tally_neighbours(is_adjacent);
        te.tally_ends([](std::uint32_t) {});
        WideCount of_root[vertex_sums] = {};
        te.for_each_wedge([&](std::uint32_t tally, EdgeOffset first, EdgeOffset second) {
            Wedge const w = wedge(te, first, second);
            add_pair<typename Traversal::WarpType>(of_root, te.graph(), w, tally & ~is_adjacent);
            if (tally >= is_adjacent) add_triangle<typename Traversal::WarpType>(of_root, te.graph(), w);
        });
        add_to_root(te, of_root);
    }

    template <class W>
    CERRADO_FN void add_pair(WideCount* of_root, GraphRef const& graph, Wedge const& w, Count common) const {
        Count const others = common - 1;
        if (others == 0) return;
        WideCount const pairs = choose2(others);
        WideCount const spokes = w.q == 0 ? 0 : WideCount{w.q} * (common - 2);
        WideCount const rims = choose2(w.q);
        at_both<W>(of_root, w, cycles4_twice, others, others);
        at_both<W>(of_root, w, banners_across_twice, WideCount{others} * (graph.degree(w.x) - 2),
                   WideCount{others} * (graph.degree(w.u) - 2));
        at_both<W>(of_root, w, k23_of_two_thrice, pairs, pairs);
        at_both<W>(of_root, w, house_floors, WideCount{others} * w.t2, WideCount{others} * w.t1);
        at_both<W>(of_root, w, spoke_wings_twice, spokes, spokes);
        at_both<W>(of_root, w, wheel_rims, rims, rims);
        roles.add<W>(w.a, k23_of_three, pairs);
        roles.add<W>(w.a, spoke_chords, spokes);
        roles.add<W>(w.a, wheel_hubs_twice, rims);
        W::grid_add(&roles.edges[w.first].cycles4, others);
        W::grid_add(&roles.edges[from_x(graph, w)].cycles4, others);
    }

    template <class W> CERRADO_FN void add_triangle(WideCount* of_root, GraphRef const& graph, Wedge const& w) const {
        Count const d = graph.degree(w.u), e = graph.degree(w.x), f = graph.degree(w.a);
        WideCount const gems = WideCount{w.t1 - 1} * (w.t2 - 1);
        at_both<W>(of_root, w, diamond_wings_twice, w.t2 - 1, w.t1 - 1);
        at_both<W>(of_root, w, book_pages_twice, choose2(w.t2 - 1), choose2(w.t1 - 1));
        at_both<W>(of_root, w, gem_inner, gems, gems);
        at_both<W>(of_root, w, dart_wings, w.t2 == 1 ? 0 : WideCount{w.t2 - 1} * (f - 3),
                   w.t1 == 1 ? 0 : WideCount{w.t1 - 1} * (f - 3));
        roles.add<W>(w.a, gem_hubs, gems);
        roles.add<W>(w.a, bull_chins, WideCount{d - 2} * (e - 2));
        EdgeOffset const back = from_x(graph, w);
        add_count<W>(roles.edges[w.first].tails, e - 2);
        add_count<W>(roles.edges[back].tails, d - 2);
        add_count<W>(roles.edges[w.first].pairs, w.t2 - 1);
        add_count<W>(roles.edges[back].pairs, w.t1 - 1);
        if (w.q == 0) return;
        at_both<W>(of_root, w, hats_of_three_twice, WideCount{w.q} * (w.t2 - 2), WideCount{w.q} * (w.t1 - 2));
        roles.add<W>(w.a, cliques4_thrice, w.q);
        roles.add<W>(w.a, clique_pairs, choose2(w.q));
        add_count<W>(roles.edges[w.first].cliques_twice, w.q);
        add_count<W>(roles.edges[back].cliques_twice, w.q);
        if (w.a < w.x && w.q > 1) { // takes one wedge of each triangle
            matrices.for_each_common(graph, w.a, w.first, w.second, [&](std::uint32_t number) {
                EdgeOffset const begin = graph.begin(w.a);
                roles.add<W>(graph.neighbours[begin + matrices.known.numbered[begin + number]], clique_tops, w.q - 1);
            });
        }
    }

    // Adds the wheels without a spoke whose tip is a. Such a wheel has an edge between two other common neighbours of u
    // and x.
    template <class Traversal> CERRADO_FN void add_tips(Traversal& te) const {
        using W = typename Traversal::WarpType;
        te.clear_tally();
        te.tally_ends_by([&](EdgeOffset first, EdgeOffset second) {
            return static_cast<std::uint32_t>(wedge(te, first, second).q);
        });
        te.for_each_wedge([&](std::uint32_t tally, EdgeOffset first, EdgeOffset second) {
            Wedge const w = wedge(te, first, second);
            roles.add<W>(w.a, spoke_tips, tally / 2 - w.q);
        });
    }

    template <class W>
    CERRADO_FN void at_both(WideCount* of_root, Wedge const& w, AtVertex sum, WideCount at_u, WideCount at_x) const {
        of_root[sum] += at_u;
        roles.add<W>(w.x, sum, at_x);
    }
    template <class W> static CERRADO_FN void add_count(Count& to, Count value) {
        if (value != 0) W::grid_add(&to, value);
    }
    // Returns: the entry of a in x's list.
    CERRADO_FN EdgeOffset from_x(GraphRef const& graph, Wedge const& w) const {
        return graph.begin(w.x) + matrices.known.reverse[w.second];
    }

    template <class Traversal> CERRADO_FN void add_to_root(Traversal& te, WideCount const* of_root) const {
        using W = typename Traversal::WarpType;
        for (int sum = 0; sum < vertex_sums; ++sum) {
            bool const is_wide =
                te.warp().any(of_root[sum] >> 58 != 0); // if false, the sum over the lanes fits 64 bits
            if (is_wide) {
                roles.add<W>(te.root(), static_cast<AtVertex>(sum), of_root[sum]);
                continue;
            }
            Count const all = te.warp().reduce_add(static_cast<Count>(of_root[sum]));
            if (te.warp().lane() == 0) roles.add<W>(te.root(), static_cast<AtVertex>(sum), all);
        }
    }
};

// Roles in patterns of four vertices need only two of the sums above. Each of the two has its own pass.

// Counts the 4-cycles at a vertex, which are the pairs of wedges from the vertex to the same end.
struct FourCyclesAt {
    using Engine = Ends;
    static constexpr VertexId least_end = 2;
    static constexpr bool in_one_piece = true;

    Roles roles;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        WideCount pairs = 0;
        find_wedges_to_all(te);
        te.for_each_range([&] {
            te.clear_tally();
            te.tally_ends([&](std::uint32_t before) { pairs += before; });
        });
        roles.add<typename Traversal::WarpType>(te.root(), cycles4_twice, 2 * pairs);
    }
};

// Counts the wings of diamonds. Each corner of a triangle gets the number of other triangles at the edge across.
struct DiamondWings {
    using Engine = Wedges;
    static constexpr std::uint32_t least_lower = 2;
    static constexpr std::uint32_t most_tallied = 1; // and as many as a vertex has neighbours

    Known known;
    Roles roles;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        GraphRef const& graph = te.graph();
        if (te.lower_count() < 2) return;
        for_each_triangle(te, [&](EdgeOffset to_q, EdgeOffset q_to_p, EdgeOffset to_p) {
            roles.add<W>(te.root(), diamond_wings_twice, 2 * Count{known.triangles[q_to_p] - 1});
            roles.add<W>(graph.neighbours[to_q], diamond_wings_twice, 2 * Count{known.triangles[to_p] - 1});
            roles.add<W>(graph.neighbours[to_p], diamond_wings_twice, 2 * Count{known.triangles[to_q] - 1});
        });
    }
};

// Counts the 5-cycles v - u - y - x - w at v. For each edge between ends, it adds the wedges from v to one end times
// the wedges to the other. This also counts walks that have a vertex twice. Their number follows from triangles.
struct CyclesAt {
    using Engine = Ends;
    static constexpr VertexId least_end = 2;
    static constexpr bool in_one_piece = true;

    Roles roles;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        tally_all_ends(te, [&] {
            WideCount sum = 0;
            te.for_each_edge_of_tallied(
                [&](std::uint32_t at_x, std::uint32_t at_y, EdgeOffset) { sum += WideCount{at_x} * at_y; });
            roles.add<W>(te.root(), cycles5, sum);
        });
    }
};

// Adds sums of an edge at the third vertex of each of its triangles.
struct Across {
    using Engine = Wedges;
    static constexpr std::uint32_t least_lower = 2;
    static constexpr std::uint32_t most_tallied = 1; // and as many as a vertex has neighbours

    Known known;
    Roles roles;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        GraphRef const& graph = te.graph();
        if (te.lower_count() < 2) return;
        for_each_triangle(te, [&](EdgeOffset to_q, EdgeOffset q_to_p, EdgeOffset to_p) {
            VertexId const q = graph.neighbours[to_q], p = graph.neighbours[to_p];
            add<Traversal>(te.root(), q_to_p, graph.begin(p) + known.reverse[q_to_p]);
            add<Traversal>(q, to_p, graph.begin(p) + known.reverse[to_p]);
            add<Traversal>(p, to_q, graph.begin(q) + known.reverse[to_q]);
        });
    }

private:
    template <class Traversal> CERRADO_FN void add(VertexId v, EdgeOffset one, EdgeOffset other) const {
        using W = typename Traversal::WarpType;
        AtEdge const& edge = roles.edges[one];
        roles.add<W>(v, kite_wings, edge.tails);
        roles.add<W>(v, gem_ends, WideCount{edge.pairs} + roles.edges[other].pairs);
        roles.add<W>(v, house_roofs, edge.cycles4);
        roles.add<W>(v, hats_of_two_twice, edge.cliques_twice);
    }
};

} // namespace cerrado::cuts
