// extend (Algorithm 15): the extensions of the traversal, from the adjacency lists of its vertices in [begin, size).
#pragma once

#include <cerrado/traversal/neighbourhood.hpp>

#include <cassert>

namespace cerrado {

namespace phase {

// With edges: the table gives each neighbour's mask, and with it whether an earlier list of the range holds it too.
template <class T> CERRADO_FN std::uint32_t extend_with_masks(T& te, int begin, int size) {
    using W = typename T::WarpType;
    auto const& warp = te.warp();
    Mask const closed = mark_neighbourhood(te, false);
    VertexId* const list = te.extensions(te.size());
    Mask* const masks = te.extension_masks(te.size());
    std::uint32_t count = 0;
    for (int i = begin; i < size; ++i) {
        std::uint32_t const earlier = (1u << i) - (1u << begin);
        ListRange const range = list_of(te, i, false);
        for (EdgeOffset first = range.begin; first < range.end; first += W::width) {
            EdgeOffset const p = first + static_cast<EdgeOffset>(warp.lane());
            bool valid = p < range.end;
            VertexId const u = valid ? te.graph().neighbours[p] : 0;
            Mask const mask = valid ? te.table().state(te.table().find(u)) : closed;
            valid = mask != closed && (mask & earlier) == 0;
            te.append(list, masks, count, valid, u, mask);
        }
    }
    return count;
}

// Without edges: an extension is new when no earlier vertex of the range is adjacent to it.
template <class T> CERRADO_FN std::uint32_t extend_plain(T& te, int begin, int size) {
    using W = typename T::WarpType;
    auto const& warp = te.warp();
    VertexId* const list = te.extensions(te.size());
    std::uint32_t count = 0;
    for (int i = begin; i < size; ++i) {
        ListRange const range = list_of(te, i, false);
        for (EdgeOffset first = range.begin; first < range.end; first += W::width) {
            EdgeOffset const p = first + static_cast<EdgeOffset>(warp.lane());
            bool valid = p < range.end;
            VertexId const u = valid ? te.graph().neighbours[p] : 0;
            valid = valid && !te.contains(u);
            for (int j = begin; valid && j < i; ++j) valid = !te.adjacent(j, u);
            te.append(list, nullptr, count, valid, u, Mask{0});
        }
    }
    return count;
}

} // namespace phase

// True when the extensions are new, false when an earlier call produced them: filters belong behind `if (te.extend(...))`. Neither
// traversal vertices nor duplicates are produced; the order is that of the lists.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::extend(int begin, int size) {
    Level& current = top();
    if (current.generated) return false;
    assert(size - begin <= extension_lists_of<App>() && "more lists than the application's extension_lists promises");
    std::uint32_t count;
    if constexpr (wants_edges<App>()) {
        count = phase::extend_with_masks(*this, begin, size);
    } else {
        count = phase::extend_plain(*this, begin, size);
    }
    warp_.sync();
    current.generated = true;
    current.size = current.total = count;
    return true;
}

} // namespace cerrado
