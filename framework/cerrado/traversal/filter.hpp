// filter (Algorithm 16): keeps the extensions that satisfy a predicate, in order.
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/traversal/detail/extend.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/edge_position.hpp>

namespace cerrado {

namespace phase {

// Lanes: any. Returns: true if the extension u with this mask is adjacent to the i-th vertex.
template <class T>
CERRADO_FN bool is_adjacent(T const& te, [[maybe_unused]] Mask mask, int i, [[maybe_unused]] VertexId u) {
    if constexpr (T::Engine::has_masks) return of_vertex<typename T::Engine>(mask, i) != 0;
    return te.graph().adjacent(te.level(i).vertex, u);
}

} // namespace phase

// The predicate's view: the traversal and, if the engine keeps masks, the mask of the current extension. Lanes: each
// has its own view, so nothing in it is collective.
template <class T> class ExtensionView {
public:
    CERRADO_FN ExtensionView(T const& te, Mask mask) : te_(te), mask_(mask) {}

    // As in the traversal.
    CERRADO_FN int size() const { return te_.size(); }
    CERRADO_FN VertexId vertex(int i) const { return te_.vertex(i); }
    CERRADO_FN VertexId root() const { return te_.root(); }
    CERRADO_FN VertexId last() const { return te_.last(); }
    CERRADO_FN GraphRef const& graph() const { return te_.graph(); }

    // Is the extension u adjacent to the i-th vertex?
    // Requires: u is the current extension. Cost: O(1) with masks, else O(log degree).
    CERRADO_FN bool adjacent(int i, VertexId u) const {
        return phase::is_adjacent(te_, mask_, phase::checked_position(te_, i, Method::adjacent), u);
    }
    // As in the traversal.
    CERRADO_FN bool edge(int i, int j) const { return te_.edge(i, j); }

    // As in the traversal. Requires: the application's LevelState.
    template <class View = T> CERRADO_FN auto const& state() const { return static_cast<View const&>(te_).state(); }
    template <class View = T> CERRADO_FN auto const& state(int i) const {
        return static_cast<View const&>(te_).state(i);
    }

    // As in the traversal. Requires: the application's reads_ids.
    template <class Vertex> CERRADO_FN OriginalId original_id(Vertex v) const { return te_.original_id(v); }

    // Returns: the position of the edge between the i-th vertex and u, which may be the extension or any other vertex,
    // as the traversal's edge_position() gives it.
    // Cost: O(log degree).
    CERRADO_FN EdgeOffset edge_position(int i, VertexId u) const {
        return phase::position_of_edge(te_, te_.level(phase::checked_position(te_, i, Method::edge_position)).vertex,
                                       u);
    }
    EdgeOffset edge_position(int i, int j) const = delete; // for the j-th vertex: edge_position(i, vertex(j))

    // Returns: true if the extension is an edge, with the engine ByEdges.
    static consteval bool is_edge() { return grows_by_edges<typename T::Engine>; }
    // The places of the ends of the extension, which is an edge: `to` is size() if the vertex u is new. Requires: the
    // engine ByEdges.
    CERRADO_FN auto ends() const {
        static_assert(is_edge(),
                      "ends() tells the ends of an edge by which the traversal grows: write 'using Engine = ByEdges;'");
        return T::Engine::ends_of(mask_);
    }

    // Is the extension u adjacent to all vertices of the traversal? Cost: that of adjacent() for each.
    CERRADO_FN bool adjacent_to_all(VertexId u) const {
        for (int i = 0; i < size(); ++i) {
            if (!phase::is_adjacent(te_, mask_, i, u)) return false;
        }
        return true;
    }

private:
    T const& te_;
    Mask mask_;
};

namespace phase {

// Returns: the engine's bits beside each extension, or null if it keeps none.
template <class T> CERRADO_FN Mask* masks_of(T& te) {
    if constexpr (requires { te.extension_masks(1); }) return te.extension_masks(te.size());
    return nullptr;
}

// Calls visit(view, u) for each extension. Lanes: all; `visit` is called once per extension, on one lane.
template <class T, class Visit> CERRADO_FN void for_each_extension(T& te, Visit const& visit) {
    using W = typename T::WarpType;
    VertexId const* const list = te.extensions(te.size());
    Mask const* const masks = masks_of(te);
    for (std::uint32_t i = static_cast<std::uint32_t>(te.warp().lane()); i < te.top().size; i += W::width) {
        visit(ExtensionView<T>(te, masks != nullptr ? masks[i] : Mask{0}), list[i]);
    }
}

// Keeps the extensions for which predicate(view, u) is true, in their order.
// Requires: the predicate calls nothing collective. Lanes: all; the predicate is called once per extension, on one
// lane.
// Cost: the predicate for each extension, divided by the width.
template <class T, class Predicate> CERRADO_FN void filter(T& te, Predicate const& predicate) {
    using W = typename T::WarpType;
    VertexId* const list = te.extensions(te.size());
    Mask* const masks = masks_of(te);
    std::uint32_t const size = te.top().size;
    std::uint32_t kept = 0;
    note_predicate(te, true);
    for (std::uint32_t first = 0; first < size; first += W::width) {
        std::uint32_t const i = first + static_cast<std::uint32_t>(te.warp().lane());
        bool valid = i < size;
        VertexId const u = valid ? list[i] : 0;
        Mask const mask = valid && masks != nullptr ? masks[i] : Mask{0};
        valid = valid && predicate(ExtensionView<T>(te, mask), u);
        // the write position is never beyond the entries that every lane has read
        append(te.warp(), list, masks, kept, valid, u, mask);
    }
    note_predicate(te, false);
    te.warp().sync();
    te.top().size = te.top().total = kept;
}

// Moves the extensions for which predicate(view, u) is false behind the others, which keep their order. Only these stay
// open. A batch is read as a whole before it is written: its open ones take the places of the first closed ones, which
// go to the end of the batch.
// Requires: an engine without masks; as filter(). Lanes: all. Cost: as filter().
template <class T, class Predicate> CERRADO_FN void keep_open(T& te, Predicate const& predicate) {
    using W = typename T::WarpType;
    VertexId* const list = te.extensions(te.size());
    std::uint32_t const size = te.top().size;
    std::uint32_t const lane = static_cast<std::uint32_t>(te.warp().lane());
    std::uint32_t open = 0;
    note_predicate(te, true);
    for (std::uint32_t first = 0; first < size; first += W::width) {
        bool const is_there = first + lane < size;
        VertexId const u = is_there ? list[first + lane] : 0;
        bool const is_open = is_there && predicate(ExtensionView<T>(te, Mask{0}), u);
        auto const openers = te.warp().ballot(is_open);
        auto const closers = te.warp().ballot(is_there && !is_open);
        std::uint32_t const opened = static_cast<std::uint32_t>(popcount(openers));
        bool const moves = lane < opened && open + lane < first; // a closed one of an earlier batch
        VertexId const moved = moves ? list[open + lane] : 0;
        te.warp().sync();
        if (moves) list[(first > open + opened ? first : open + opened) + lane] = moved;
        std::uint32_t const rank = static_cast<std::uint32_t>(te.warp().rank_below(is_open ? openers : closers));
        if (is_there) list[(is_open ? open : first + opened) + rank] = u;
        te.warp().sync();
        open += opened;
    }
    note_predicate(te, false);
    te.top().size = open;
}

} // namespace phase

// True if u follows the traversal in the canonical order of their vertices (Arabesque's rule). A connected vertex set
// can be reached in many orders, but only one of them passes at every step. In it the root is the least vertex, and an
// extension exceeds every vertex that follows its first neighbour in the traversal.
// Requires: u is adjacent to a vertex of the traversal. Lanes: any. Cost: O(size) questions of adjacency.
// Source: Teixeira et al., SOSP 2015, Section 5.1.
template <class View> CERRADO_FN bool is_canonical(View const& view, VertexId u) {
    if (u < view.root()) return false;
    int first = 0;
    while (!view.adjacent(first, u)) ++first;
    for (int i = first + 1; i < view.size(); ++i) {
        if (u < view.vertex(i)) return false;
    }
    return true;
}

// Returns true if u exceeds the last vertex, so that each subgraph is met only in ascending order. (The paper's
// `lower_than` names the vertices to drop.) Lanes: any. Cost: O(1).
template <class View> CERRADO_FN bool above_last(View const& view, VertexId u) { return u > view.last(); }

// Returns true if u is adjacent to the whole traversal (the paper's `is_clique`). Lanes: any. Cost: O(size) questions
// of adjacency.
template <class View> CERRADO_FN bool is_clique(View const& view, VertexId u) { return view.adjacent_to_all(u); }

} // namespace cerrado
