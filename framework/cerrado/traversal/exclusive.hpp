// extend_exclusive: ESU extensions, so that every connected induced subgraph is met exactly once, from its least vertex.
//
// ESU without bookkeeping: call r the run of u when the r-th vertex is its first neighbour in the traversal. Extensions are consumed
// from the back of the order (run, id), so u is still open exactly when (run(u), u) precedes (run(s_j), s_j) for every s_j chosen
// after run(u) came into being. For one run that is a single bound on the id. Masks and openness follow from the traversal alone.
// Source: Wernicke 2006 for ESU; DESIGN.md 4.3 for the stateless form.
#pragma once

#include <cerrado/traversal/neighbourhood.hpp>

namespace cerrado {

namespace phase {

// Extensions of run r are open exactly when their id is less than this; 0 closes the run.
template <class T> CERRADO_FN VertexId open_below(T const& te, int r) {
    VertexId bound = no_vertex;
    for (int j = r + 1; j < te.size(); ++j) {
        int const run = lowest_bit(te.level(j).mask);
        if (run < r) return 0;
        if (run == r && te.vertex(j) < bound) bound = te.vertex(j);
    }
    return bound;
}

} // namespace phase

// Cost: the lists of the traversal, twice, over the width. Leaves in the table the mask of each open extension, and `closed` (1 <<
// size) for the other neighbours above the root. Needs `edges`. Returns as extend() does.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::extend_exclusive() {
    static_assert(wants_edges<App>(), "extend_exclusive needs `static constexpr bool edges = true` in the application");
    Level& current = top();
    if (current.generated) return false;
    Mask const closed = mark_neighbourhood(*this, true);
    VertexId* const list = extensions(length_);
    Mask* const masks = extension_masks(length_);
    std::uint32_t count = 0;
    for (int run = 0; run < length_; ++run) {
        VertexId const bound = phase::open_below(*this, run);
        ListRange const range = list_of(*this, run, true);
        for (EdgeOffset first = range.begin; first < range.end; first += W::width) {
            EdgeOffset const p = first + static_cast<EdgeOffset>(warp_.lane());
            bool open = false;
            VertexId u = 0;
            Mask mask = closed;
            if (p < range.end) {
                u = graph().neighbours[p];
                auto const slot = table_.find(u);
                mask = table_.state(slot);
                if (mask != closed && lowest_bit(mask) == run) {
                    open = u < bound;
                    if (!open) table_.set_state(slot, closed);
                }
            }
            append(list, masks, count, open, u, mask);
        }
        warp_.sync();
    }
    current.generated = true;
    current.size = current.total = count;
    return true;
}

} // namespace cerrado
