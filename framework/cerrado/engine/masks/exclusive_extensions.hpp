// ESU without bookkeeping: which extensions are open, and their masks.
//
// Let the run of u be r if the r-th vertex is its first neighbour in the traversal. Extensions are consumed from the
// back of the order (run, id). So u is still open exactly if (run(u), u) precedes (run(s_j), s_j) for every s_j chosen
// after run(u) came into being. For one run this is a single bound on the id. Masks and openness follow from the
// traversal alone, so donated work carries no lists.
// Source: Wernicke 2006 for ESU.
#pragma once

#include <cerrado/engine/masks/neighbourhood.hpp>
#include <cerrado/traversal/fault.hpp>

namespace cerrado {

namespace phase {

// Lanes: any. Returns: the run of a mask with `bits` bits for each vertex.
template <int bits> CERRADO_FN int run_of(Mask mask) { return lowest_bit(mask) / bits; }

// Lanes: any. Returns: the bound of run r. Its extensions are open exactly if their id is less; 0 closes the run.
template <int bits, class T> CERRADO_FN VertexId open_below(T const& te, int r) {
    VertexId bound = no_vertex;
    for (int j = r + 1; j < te.size(); ++j) {
        int const run = run_of<bits>(te.level(j).mask);
        if (run < r) return 0;
        if (run == r && te.level(j).vertex < bound) bound = te.level(j).vertex;
    }
    return bound;
}

// Makes the open extensions the extensions, with their masks. It leaves in the table the mask of each, and `closed` for
// the other neighbours above the root.
// Lanes: all. Returns: as extend(). Cost: twice the lists of the traversal, divided by the width.
template <class T, class Code> CERRADO_FN bool extend_exclusive_by(T& te, Code const& code) {
    using W = typename T::WarpType;
    if (te.top().generated || !has_room(te, Method::extend_exclusive)) return false;
    Mask const closed = mark_neighbourhood<true>(te, code);
    VertexId* const list = te.extensions(te.size());
    Mask* const masks = te.extension_masks(te.size());
    auto& table = te.table();
    std::uint32_t count = 0;
    for (int run = 0; run < te.size(); ++run) {
        VertexId const bound = open_below<Code::bits>(te, run);
        ListRange const range = list_of<true>(te, run);
        for (EdgeOffset first = range.begin; first < range.end; first += W::width) {
            EdgeOffset const p = first + static_cast<EdgeOffset>(te.warp().lane());
            bool open = false;
            VertexId u = 0;
            Mask mask = closed;
            if (p < range.end) {
                u = te.graph().neighbours[p];
                auto const slot = table.find(u);
                mask = table.value(slot);
                if (mask != closed && run_of<Code::bits>(mask) == run) {
                    open = u < bound;
                    if (!open) table.set_value(slot, closed);
                }
            }
            append(te.warp(), list, masks, count, open, u, mask);
        }
        te.warp().sync();
    }
    te.top().generated = true;
    te.top().size = te.top().total = count;
    return true;
}

} // namespace phase

} // namespace cerrado
