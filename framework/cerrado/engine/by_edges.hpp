// ByEdges: a traversal grows by an edge at a time, so every connected set of k - 1 edges is met exactly once.
//
// A set of k - 1 connected edges has at most k vertices, so the traversal has a place for each: place 0 is the root,
// its least vertex, and place i is the end to which the i-th edge led. An edge may close a cycle. Then its place has a
// vertex that an earlier place has, too.
//
// The method is ESU (see exclusive_extensions.hpp) on edges. The run of an edge is the earliest place of its ends. So it
// is known when the vertex of that place comes, and never changes. Taken from the back of the order (run, other end),
// an edge is open if and only if it precedes every edge that was taken after its run began. All ends are above the
// root. The traversal alone tells what is open, so donated work carries no lists.
// Source: Wernicke 2006 for ESU; growth by edges as in Arabesque (Teixeira et al., SOSP 2015) and Fractal (2019).
#pragma once

#include <cerrado/engine/lists.hpp>

namespace cerrado {

// The places of an edge's ends in the traversal: `from` is an end that was there before. `to` is the other one, and the
// edge's own place if this vertex was not there.
struct EdgeEnds {
    int from, to;
};

struct ByEdges : Lists {
    struct EndPlaces : ArrayOf<Mask, Place::device> {}; // of each extension
    using Arrays = JoinArrays<Lists::Arrays, ArrayList<EndPlaces>>;
    struct LevelState {
        Mask ends = 0;             // of the level's edge
        EdgeOffset above_root = 0; // where the part of the vertex's list above the root begins
    };
    using Carried = Mask;
    static CERRADO_FN Mask carried(LevelState const& level) { return level.ends; }
    static CERRADO_FN EdgeEnds ends_of(Mask ends) { return {ends & 0xf, ends >> 4}; }
    static CERRADO_FN Mask packed(EdgeEnds const& ends) { return static_cast<Mask>(ends.from | ends.to << 4); }
    static constexpr int max_vertices = 11; // as patterns with a canonical form
    static constexpr int most_counted_levels = 1;

    struct Planner : EnginePlanner {
        template <class App> explicit Planner(App const&) {}
        static void check(PlanRequest const& request); // throws InputError for initial edges, or an oriented graph
        static Ref plan(ArrayPlan arrays, PlanRequest const& request);
    };

    template <class W, class Te> class Operators;
};

namespace phase {

// Lanes: any. Returns: the bound of the run of place r: an edge to u is open if and only if u is less. 0: none is.
template <class T> CERRADO_FN VertexId edges_open_below(T const& te, int r) {
    VertexId bound = no_vertex;
    for (int i = r + 1; i < te.size(); ++i) {
        int const run = te.ends(i).from;
        if (run < r) return 0;
        if (run == r && te.level(i).vertex < bound) bound = te.level(i).vertex;
    }
    return bound;
}

// Lanes: any. Returns: the first place of vertex u, or size() if it is not in the traversal.
template <class T> CERRADO_FN int place_of(T const& te, VertexId u) {
    int place = te.size();
    for (int i = te.size() - 1; i >= 0; --i) place = te.level(i).vertex == u ? i : place;
    return place;
}

// Lists the open edges. Lanes: all. Returns: their number.
template <class T> CERRADO_FN std::uint32_t list_open_edges(T& te) {
    using W = typename T::WarpType;
    VertexId* const list = te.extensions(te.size());
    Mask* const ends = te.extension_masks(te.size());
    std::uint32_t count = 0;
    for (int run = 0; run < te.size(); ++run) {
        if (run > 0 && te.ends(run).to != run) continue; // its vertex has an earlier place
        VertexId const bound = edges_open_below(te, run);
        EdgeOffset const end = te.graph().end(te.level(run).vertex);
        for (EdgeOffset first = te.level(run).above_root; first < end && bound != 0; first += W::width) {
            EdgeOffset const p = first + static_cast<EdgeOffset>(te.warp().lane());
            VertexId const u = p < end ? te.graph().neighbours[p] : no_vertex;
            if (!te.warp().any(u < bound)) break; // lists ascend
            int const to = u < bound ? place_of(te, u) : 0;
            // an edge to an earlier place belongs to the run of that place
            append(te.warp(), list, ends, count, to > run, u, ByEdges::packed({run, to}));
        }
    }
    return count;
}

} // namespace phase

template <class W, class Te> class ByEdges::Operators : public ListOperators<W, Te> {
    using Base = ListOperators<W, Te>;

public:
    // Makes the edges the extensions by which the traversal grows: each connected set of k - 1 edges is met once. The
    // extension is the vertex to which the edge leads, which may be in the traversal already. In a predicate, a key or
    // a row, the view's ends() tells the places of both ends.
    // Requires: every level of the application uses it. A filter's predicate holds for all connected parts of what is
    // sought. Lanes: all. Returns: as extend() of Lists. Cost: O(size) for each entry of the vertices' lists, divided by
    // the width.
    CERRADO_FN bool extend_edges() {
        Te& te = Base::te();
        if (phase::is_extended(te) || !phase::has_room(te, Method::extend_edges)) return false;
        return phase::produced(te, phase::list_open_edges(te));
    }

    // The number of edges of the traversal: size() - 1. Lanes: any.
    CERRADO_FN int edges() const { return Base::te().size() - 1; }
    // The places of the ends of edge i, 1 <= i <= edges(): te.vertex(te.ends(i).from), for example. Lanes: any.
    CERRADO_FN EdgeEnds ends(int i) const { return ends_of(Base::te().level(i).ends); }

    // The packed ends beside the extensions, which filters carry along as the masks of other engines.
    CERRADO_FN Mask* extension_masks(int length) const {
        return Base::te().template array<EndPlaces>() + Base::te().context().engine.level_offset[length];
    }
    CERRADO_FN void take_extension() {
        Te& te = Base::te();
        std::uint32_t const position = --te.top().size;
        te.push(Base::extensions(te.size())[position], extension_masks(te.size())[position]);
    }
    CERRADO_FN void on_push(Mask ends) {
        Te& te = Base::te();
        te.top().ends = ends;
        te.top().above_root = te.graph().first_above(te.last(), te.root());
    }
};

} // namespace cerrado
