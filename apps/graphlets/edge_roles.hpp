// The sums at each edge that give the counts of its roles in graphlets. d, t, W, q and k are as in sums.hpp.
#pragma once

#include "graphlets/sums/sweep.hpp"

namespace cerrado::cuts {

// A direction of an edge joins an end u and the middle a of wedges u - a - x. x is the other end. D(u, x) is half the
// sum of q over all wedges with ends u and x. This is the number of edges between their common neighbours.
enum AtDirection {
    cycles,        // W - 1
    fans_at,       // C(W - 1, 2)
    tips,          // D - q
    spokes_at,     // q (W - 2)
    wheels_at,     // C(q, 2)
    roofs,         // the sum of t over all edges from u and x to common neighbours other than a
    far_degrees,   // (W - 1) (d(x) - 2)
    far_triangles, // (W - 1) t(ax)
    // wedges u - a - x of triangles
    tails,            // d(x) - 2
    pairs_of_tails,   // C(d(x) - 2, 2)
    paths_beyond,     // the sum of d - 1 over the neighbours of x
    leaves_beyond,    // neighbours of x whose only neighbour is x
    triangles_at,     // t(x)
    wings,            // t(ax) - 1
    tailed_wings,     // (t(ax) - 1) (d(x) - 3)
    pairs_of_wings,   // C(t(ax) - 1, 2)
    clique_tops_at,   // k
    tailed_tops,      // k (d(x) - 3)
    winged_tops,      // k (t(ax) - 2)
    pairs_of_tops_at, // C(k, 2)
    // Common neighbours b of u, a and x, which q counts. The sum of an edge is that of its two directions together.
    chords,        // W - 2 for ab
    clique_chords, // W - 2 for ab if u and x are adjacent
    rims,          // q - 1 for ub and bx
    clique_sides,  // k - 1 for the edges between b and a triangle
    // Third vertices x of triangles with an edge vw; the sum is at one of the edge's directions
    both_wings,   // (t(vx) - 1) (t(wx) - 1)
    far_tails,    // the sum of the tails of vx and wx
    wings_from_x, // (wings of vx from x) + (wings of wx from x)
    wings_to_x,   // (wings of vx towards x) + (wings of wx towards x)
    far_cycles,   // twice the 4-cycles with vx, and with wx
    far_cliques,  // twice the 4-cliques with vx, and with wx
    // All other vertices r with two neighbours or more
    cycles5_at, // W(r, v) W(r, w)
    edge_sums
};

struct SumsOfEdge {
    Count of[edge_sums] = {};
};

struct EdgeRoles {
    ArrayRef<SumsOfEdge> edges; // by entry
    ArrayRef<Around> around;    // by vertex

    template <class W> CERRADO_FN void add(EdgeOffset entry, AtDirection sum, Count value) const {
        if (value != 0) W::grid_add(&edges[entry].of[sum], value);
    }
};

struct EdgeSweep {
    using Engine = Ends;
    static constexpr VertexId least_end = 2;

    Matrices matrices; // the matrices of all vertices
    EdgeRoles roles;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.graph().degree(te.root()) < least_end) return;
        find_wedges_below(te, matrices.known);
        te.for_each_range([&] {
            add_wedges(te);
            add_tips(te);
            add_roofs(te);
        });
    }

private:
    struct Wedge {
        VertexId u, a, x;
        EdgeOffset first, second, back; // the entries of a in u's list, of x in a's list, and of a in x's list
        Count t1, t2, q;
    };
    template <class Traversal> CERRADO_FN Wedge wedge(Traversal const& te, EdgeOffset first, EdgeOffset second) const {
        GraphRef const& graph = te.graph();
        Known const& known = matrices.known;
        VertexId const x = graph.neighbours[second];
        Wedge w{te.root(),
                graph.neighbours[first],
                x,
                first,
                second,
                graph.begin(x) + known.reverse[second],
                known.triangles[first],
                known.triangles[second],
                0};
        if (w.t1 > 0 && w.t2 > 0) w.q = matrices.common(graph, w.a, first, second);
        return w;
    }

    template <class Traversal> CERRADO_FN void add_wedges(Traversal& te) const {
        using W = typename Traversal::WarpType;
        te.clear_tally();
        te.tally_neighbours(is_adjacent);
        te.tally_ends([](std::uint32_t) {});
        te.for_each_wedge([&](std::uint32_t tally, EdgeOffset first, EdgeOffset second) {
            Wedge const w = wedge(te, first, second);
            Count const common = tally & ~is_adjacent;
            if (common > 1) add_pair<W>(te.graph(), w, common);
            if (tally >= is_adjacent) {
                add_corner<W>(te.graph(), w.first, w.x, w.t2, w.q);
                add_corner<W>(te.graph(), w.back, w.u, w.t1, w.q);
            }
            if (w.q > 0) add_members<W>(te.graph(), w, common, tally >= is_adjacent);
        });
    }

    template <class W> CERRADO_FN void add_pair(GraphRef const& graph, Wedge const& w, Count common) const {
        Count const others = common - 1;
        at_both<W>(w, cycles, others);
        at_both<W>(w, fans_at, others * (others - 1) / 2);
        at_both<W>(w, spokes_at, w.q * (common - 2));
        at_both<W>(w, wheels_at, w.q == 0 ? 0 : w.q * (w.q - 1) / 2);
        roles.add<W>(w.first, far_degrees, others * (graph.degree(w.x) - 2));
        roles.add<W>(w.back, far_degrees, others * (graph.degree(w.u) - 2));
        roles.add<W>(w.first, far_triangles, others * w.t2);
        roles.add<W>(w.back, far_triangles, others * w.t1);
    }

    // Adds a triangle at a direction of an edge. x is the third vertex, and t is that of the edge from the middle to x.
    template <class W>
    CERRADO_FN void add_corner(GraphRef const& graph, EdgeOffset entry, VertexId x, Count t, Count k) const {
        Count const d = graph.degree(x);
        roles.add<W>(entry, tails, d - 2);
        roles.add<W>(entry, pairs_of_tails, d < 3 ? 0 : (d - 2) * (d - 3) / 2);
        Around const around = roles.around[x];
        roles.add<W>(entry, paths_beyond, around.beyond);
        roles.add<W>(entry, leaves_beyond, around.leaves);
        roles.add<W>(entry, triangles_at, around.triangles);
        roles.add<W>(entry, wings, t - 1);
        if (t > 1) roles.add<W>(entry, tailed_wings, (t - 1) * (d - 3));
        if (t > 1) roles.add<W>(entry, pairs_of_wings, (t - 1) * (t - 2) / 2);
        if (k == 0) return;
        roles.add<W>(entry, clique_tops_at, k);
        roles.add<W>(entry, tailed_tops, k * (d - 3));
        roles.add<W>(entry, winged_tops, k * (t - 2));
        roles.add<W>(entry, pairs_of_tops_at, k * (k - 1) / 2);
    }

    // Adds the sums at edges of the vertices b that are adjacent to u, a and x.
    template <class W>
    CERRADO_FN void add_members(GraphRef const& graph, Wedge const& w, Count common, bool is_triangle) const {
        EdgeOffset const begin = graph.begin(w.a);
        matrices.for_each_common(graph, w.a, w.first, w.second, [&](std::uint32_t number) {
            EdgeOffset const to_b = begin + matrices.known.numbered[begin + number];
            VertexId const b = graph.neighbours[to_b];
            if (b > w.a) roles.add<W>(to_b, chords, common - 2);
            if (b > w.a && is_triangle) roles.add<W>(to_b, clique_chords, common - 2);
            if (w.q == 1) return;
            EdgeOffset const from_u = graph.find(w.u, b), from_x = graph.find(w.x, b);
            roles.add<W>(from_u, rims, w.q - 1);
            roles.add<W>(from_x, rims, w.q - 1);
            if (!is_triangle || w.a > w.x) return; // takes one wedge of each triangle
            for (EdgeOffset const side : {to_b, from_u, from_x}) roles.add<W>(side, clique_sides, w.q - 1);
        });
    }

    template <class Traversal> CERRADO_FN void add_tips(Traversal& te) const {
        using W = typename Traversal::WarpType;
        te.clear_tally();
        te.tally_ends_by([&](EdgeOffset first, EdgeOffset second) {
            return static_cast<std::uint32_t>(wedge(te, first, second).q);
        });
        te.for_each_wedge([&](std::uint32_t tally, EdgeOffset first, EdgeOffset second) {
            Wedge const w = wedge(te, first, second);
            at_both<W>(w, tips, tally / 2 - w.q);
        });
    }

    template <class Traversal> CERRADO_FN void add_roofs(Traversal& te) const {
        using W = typename Traversal::WarpType;
        Known const& known = matrices.known;
        te.clear_tally();
        te.tally_ends_by(
            [&](EdgeOffset first, EdgeOffset second) { return known.triangles[first] + known.triangles[second]; });
        te.for_each_wedge([&](std::uint32_t tally, EdgeOffset first, EdgeOffset second) {
            VertexId const x = te.graph().neighbours[second];
            Count const others = tally - (known.triangles[first] + known.triangles[second]);
            roles.add<W>(first, roofs, others);
            roles.add<W>(te.graph().begin(x) + known.reverse[second], roofs, others);
        });
    }

    template <class W> CERRADO_FN void at_both(Wedge const& w, AtDirection sum, Count value) const {
        roles.add<W>(w.first, sum, value);
        roles.add<W>(w.back, sum, value);
    }
};

// Adds up, at each edge, sums of the two other edges of its triangles.
struct AcrossEdges {
    using Engine = Wedges;
    static constexpr std::uint32_t least_lower = 2;
    static constexpr std::uint32_t most_tallied = 1; // plus the number of a vertex's neighbours

    Known known;
    EdgeRoles roles;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        GraphRef const& graph = te.graph();
        if (te.lower_count() < 2) return;
        for_each_triangle(te, [&](EdgeOffset r_to_q, EdgeOffset q_to_p, EdgeOffset r_to_p) {
            VertexId const q = graph.neighbours[r_to_q], p = graph.neighbours[r_to_p];
            Side const rq{r_to_q, graph.begin(q) + known.reverse[r_to_q]};
            Side const qp{q_to_p, graph.begin(p) + known.reverse[q_to_p]};
            Side const rp{r_to_p, graph.begin(p) + known.reverse[r_to_p]};
            add<Traversal>(rq.to, rp, qp);                             // x = p
            add<Traversal>(rp.to, rq, {qp.from, qp.to});               // x = q
            add<Traversal>(qp.to, {rq.from, rq.to}, {rp.from, rp.to}); // x = r
        });
    }

private:
    // An edge between x and an end of the edge that gets the sum. It has the entries to x and from x.
    struct Side {
        EdgeOffset to, from;
    };
    CERRADO_FN Count both(Side const& side, AtDirection sum) const {
        return roles.edges[side.to].of[sum] + roles.edges[side.from].of[sum];
    }
    template <class Traversal> CERRADO_FN void add(EdgeOffset entry, Side const& one, Side const& other) const {
        using W = typename Traversal::WarpType;
        roles.add<W>(entry, both_wings, Count{known.triangles[one.to] - 1} * (known.triangles[other.to] - 1));
        roles.add<W>(entry, far_tails, roles.edges[one.to].of[tails] + roles.edges[other.to].of[tails]);
        // A direction has the wings at its middle vertex.
        roles.add<W>(entry, wings_from_x, roles.edges[one.to].of[wings] + roles.edges[other.to].of[wings]);
        roles.add<W>(entry, wings_to_x, roles.edges[one.from].of[wings] + roles.edges[other.from].of[wings]);
        roles.add<W>(entry, far_cycles, both(one, cycles) + both(other, cycles));
        roles.add<W>(entry, far_cliques,
                     roles.edges[one.to].of[clique_tops_at] + roles.edges[other.to].of[clique_tops_at]);
    }
};

// Adds, for each vertex r, the number of wedges from r to one end of an edge times the number to the other end.
struct CyclesAtEdges {
    using Engine = Ends;
    static constexpr VertexId least_end = 2;
    static constexpr bool in_one_piece = true;

    EdgeRoles roles;

    // A root r whose only neighbour is a has such wedges if both ends are adjacent to a. This walk leaves r out;
    // leaves_beyond counts it.
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        tally_all_ends(te, [&] {
            te.for_each_edge_of_tallied([&](std::uint32_t at_x, std::uint32_t at_y, EdgeOffset entry) {
                roles.add<W>(entry, cycles5_at, Count{at_x} * at_y);
            });
        });
    }
};

} // namespace cerrado::cuts
