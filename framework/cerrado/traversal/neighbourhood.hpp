// Builds the mask table of a traversal: every neighbour of its vertices -> the mask of the vertices it is adjacent to.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// One adjacency list of the traversal; from the root upwards, or whole.
struct ListRange {
    EdgeOffset begin, end;
};

template <class T> CERRADO_FN ListRange list_of(T const& te, int i, bool above_root) {
    VertexId const v = te.vertex(i);
    return {above_root ? te.level(i).above_root : te.graph().begin(v), te.graph().end(v)};
}

// Fills te.table() for the whole traversal; above_root leaves out vertices not above the root. Traversal vertices are given the state
// `closed`, a bit that no mask over them can have. Cost: the sum of the list lengths over the width. Collective.
template <class T> CERRADO_FN Mask mark_neighbourhood(T& te, bool above_root) {
    using W = typename T::WarpType;
    auto const& warp = te.warp();
    GraphRef const& graph = te.graph();
    Mask const closed = static_cast<Mask>(1u << te.size());
    std::uint64_t expected = 0;
    for (int i = 0; i < te.size(); ++i) {
        ListRange const range = list_of(te, i, above_root);
        expected += range.end - range.begin;
    }
    te.table().reset(warp, te.memory(), te.context().layout, expected);
    for (int i = 0; i < te.size(); ++i) {
        ListRange const range = list_of(te, i, above_root);
        for (EdgeOffset p = range.begin + static_cast<EdgeOffset>(warp.lane()); p < range.end; p += W::width) {
            te.table().add(graph.neighbours[p], static_cast<Mask>(1u << i));
        }
        warp.sync();
    }
    for (int i = warp.lane(); i < te.size(); i += W::width) {
        auto const slot = te.table().find(te.vertex(i));
        if (slot >= 0) te.table().set_state(slot, closed);
    }
    warp.sync();
    return closed;
}

} // namespace cerrado
