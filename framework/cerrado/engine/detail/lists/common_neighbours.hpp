// The common neighbours of chosen vertices of the traversal, either as extensions or only as a number.
#pragma once

#include <cerrado/engine/detail/masks/vertex_table.hpp>
#include <cerrado/traversal/detail/extend.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/filter.hpp>

namespace cerrado {

namespace phase {

// Calls take(is_common, u) for the entries of the shortest list of the vertices at `positions`, one entry per lane.
// is_common is true if u is in all of their lists and not in the traversal. Lanes: all; every lane calls `take` equally
// often. Cost: for each entry of the shortest list, O(log degree) per other vertex; divided by the width.
template <class T, int count, class Take>
CERRADO_FN void for_each_common(T const& te, int const (&positions)[count], Take const& take) {
    using W = typename T::WarpType;
    GraphRef const& graph = te.graph();
    VertexId shortest = te.level(positions[0]).vertex;
    for (int i = 1; i < count; ++i) {
        VertexId const v = te.level(positions[i]).vertex;
        if (graph.degree(v) < graph.degree(shortest)) shortest = v;
    }
    EdgeOffset const end = graph.end(shortest);
    for (EdgeOffset first = graph.begin(shortest); first < end; first += W::width) {
        EdgeOffset const p = first + static_cast<EdgeOffset>(te.warp().lane());
        bool is_common = p < end;
        VertexId const u = is_common ? graph.neighbours[p] : 0;
        for (int i = 0; is_common && i < count; ++i) {
            VertexId const v = te.level(positions[i]).vertex;
            is_common = v == shortest || graph.adjacent(v, u);
        }
        take(is_common && !te.contains(u), u);
    }
}

// Lanes: any. Returns: the adjacency mask of u over the traversal. Cost: O(size log degree).
template <class T> CERRADO_FN Mask mask_by_search(T const& te, VertexId u) {
    Mask mask = 0;
    for (int i = 0; i < te.size(); ++i) {
        mask = static_cast<Mask>(mask | te.graph().adjacent(te.level(i).vertex, u) << i);
    }
    return mask;
}

// Takes the common neighbours of the vertices at `positions` as the extensions, ascending, with their masks if the
// engine keeps masks. Lanes: all. Returns: the same as extend(). Cost: for each entry of the shortest list, O(log
// degree) per other vertex; divided by the width.
template <class T, int count> CERRADO_FN bool extend_common_of(T& te, int const (&positions)[count]) {
    if (is_extended(te) || !are_positions(te, positions, Method::extend_common)) return false;
    if (!has_room(te, Method::extend_common)) return false;
    VertexId* const list = te.extensions(te.size());
    Mask* const masks = masks_of(te);
    std::uint32_t kept = 0;
    for_each_common(te, positions, [&](bool is_common, VertexId u) {
        Mask mask = 0;
        if constexpr (T::Engine::has_masks) mask = is_common ? mask_by_search(te, u) : Mask{0};
        append(te.warp(), list, masks, kept, is_common, u, mask);
    });
    return produced(te, kept);
}

} // namespace phase

} // namespace cerrado
