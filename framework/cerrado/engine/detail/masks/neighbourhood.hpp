// Builds the mask table of a traversal. It maps every neighbour of the traversal to the mask of the traversal's
// vertices to which it is adjacent.
#pragma once

#include <cerrado/engine/detail/masks/vertex_table.hpp>
#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/traversal/detail/extend.hpp>

namespace cerrado {

// One adjacency list of the traversal: the part above the root, or all of it.
struct ListRange {
    EdgeOffset begin, end;
};

namespace phase {

template <bool above_root, class T> CERRADO_FN ListRange list_of(T const& te, int i) {
    VertexId const v = te.level(i).vertex;
    if constexpr (above_root) return {te.level(i).above_root, te.graph().end(v)};
    return {te.graph().begin(v), te.graph().end(v)};
}

// An entry of a vertex's list is adjacent to this vertex. Returns: the mask's bit that says so.
struct AdjacencyCode {
    static constexpr int bits = 1;
    CERRADO_FN std::uint32_t operator()(EdgeOffset) const { return 1; }
};

// Fills te.table() for the whole traversal. With `above_root`, the table has only vertices above the root. Traversal
// vertices get the value `closed`, a bit that no mask over them can have. `code` maps an entry of the lists to the bits
// that it adds to the mask of its neighbour. Lanes: all. Returns: `closed`. Cost: the sum of the list lengths, divided
// by the width.
template <bool above_root, class T, class Code = AdjacencyCode>
CERRADO_FN Mask mark_neighbourhood(T& te, Code const& code = {}) {
    using W = typename T::WarpType;
    auto const& warp = te.warp();
    GraphRef const& graph = te.graph();
    Mask const closed = static_cast<Mask>(1u << (Code::bits * te.size()));
    std::uint64_t expected = 0;
    for (int i = 0; i < te.size(); ++i) {
        ListRange const range = list_of<above_root>(te, i);
        expected += range.end - range.begin;
    }
    te.reset_table(expected);
    for (int i = 0; i < te.size(); ++i) {
        ListRange const range = list_of<above_root>(te, i);
        for (EdgeOffset p = range.begin + static_cast<EdgeOffset>(warp.lane()); p < range.end; p += W::width) {
            te.table().add(graph.neighbours[p], static_cast<VertexValue>(code(p) << (Code::bits * i)));
        }
        warp.sync();
    }
    for (int i = warp.lane(); i < te.size(); i += W::width) {
        auto const slot = te.table().find(te.level(i).vertex);
        if (slot >= 0) te.table().set_value(slot, closed);
    }
    warp.sync();
    return closed;
}

} // namespace phase

} // namespace cerrado
