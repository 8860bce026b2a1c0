// Exclusive: the extensions are those of ESU, so that every connected induced subgraph is met exactly once, from its
// least vertex.
//
// This is ESU without bookkeeping. Call r the run of u when the r-th vertex is its first neighbour in the traversal.
// Extensions are consumed from the back of the order (run, id). So u is still open exactly when (run(u), u) precedes
// (run(s_j), s_j) for every s_j chosen after run(u) came into being; for one run that is a single bound on the id.
// Masks and openness follow from the traversal alone, so that donated work carries no lists.
// Source: Wernicke 2006 for ESU.
#pragma once

#include <cerrado/engine/masks.hpp>

namespace cerrado {

// The part of an extension's list that exceeds the root, and the row of its counters. One 16-byte load fetches it.
struct alignas(16) Extent {
    EdgeOffset begin;
    std::uint32_t length;
    std::uint32_t row;
};

struct Exclusive : Masks {
    // These three are for the last two levels, where they are counted together; see pair_counts.hpp. The extents are
    // those of the extensions of the last level that is stored.
    struct Extents : ArrayOf<Extent, Place::device> {};
    struct ClassCounters : ArrayOf<std::uint32_t, Place::fast> {};
    struct PairCounts : ArrayOf<std::uint32_t, Place::planned> {};
    using Arrays = JoinArrays<Masks::Arrays, ArrayList<Extents, ClassCounters, PairCounts>>;
    struct LevelState : Masks::LevelState {
        EdgeOffset above_root = 0; // where the vertex's list exceeds the root
    };

    static constexpr int most_counted_levels = 2;

    struct Ref : Masks::Ref {
        std::uint32_t pair_counters = 0;
        bool pair_counters_are_fast = true;
    };

    struct Planner : EnginePlanner {
        template <class App> explicit Planner(App const&) {}
        static void check(PlanRequest const& request) { Lists::Planner::check(request); }
        static Ref plan(ArrayPlan arrays, PlanRequest const& request);
    };

    template <class W, class Te> class Operators;
};

namespace phase {

// Lanes: any. Returns: the bound of run r. Its extensions are open exactly when their id is less; 0 closes the run.
template <class T> CERRADO_FN VertexId open_below(T const& te, int r) {
    VertexId bound = no_vertex;
    for (int j = r + 1; j < te.size(); ++j) {
        int const run = lowest_bit(te.level(j).mask);
        if (run < r) return 0;
        if (run == r && te.level(j).vertex < bound) bound = te.level(j).vertex;
    }
    return bound;
}

} // namespace phase

template <class W, class Te> class Exclusive::Operators : public MaskOperators<W, Te> {
public:
    CERRADO_FN bool extend_exclusive();

    CERRADO_FN void on_begin() { // the pair counters are 0 between two traversals
        Te& te = this->te();
        std::uint32_t const counters = te.context().engine.pair_counters;
        for (std::uint32_t i = static_cast<std::uint32_t>(te.warp().lane()); i < counters; i += W::width) {
            te.template array<PairCounts>()[i] = 0;
        }
        te.warp().sync();
    }
    CERRADO_FN void on_push(Mask mask) {
        this->te().top().mask = mask;
        this->te().top().above_root = this->te().graph().first_above(this->te().last(), this->te().root());
    }
};

// Makes the open extensions of ESU the extensions, with their masks. In the table it leaves the mask of each, and
// `closed` (1 << size) for the other neighbours above the root.
// Requires: every level of the application uses it. Lanes: all. Returns: as extend().
// Cost: the lists of the traversal, twice, over the width. Source: Wernicke 2006.
template <class W, class Te> CERRADO_FN bool Exclusive::Operators<W, Te>::extend_exclusive() {
    Te& te = this->te();
    if (te.top().generated || !phase::has_room(te, Method::extend_exclusive)) return false;
    Mask const closed = phase::mark_neighbourhood<true>(te);
    VertexId* const list = te.extensions(te.size());
    Mask* const masks = te.extension_masks(te.size());
    auto& table = te.table();
    std::uint32_t count = 0;
    for (int run = 0; run < te.size(); ++run) {
        VertexId const bound = phase::open_below(te, run);
        ListRange const range = phase::list_of<true>(te, run);
        for (EdgeOffset first = range.begin; first < range.end; first += W::width) {
            EdgeOffset const p = first + static_cast<EdgeOffset>(te.warp().lane());
            bool open = false;
            VertexId u = 0;
            Mask mask = closed;
            if (p < range.end) {
                u = te.graph().neighbours[p];
                auto const slot = table.find(u);
                mask = table.value(slot);
                if (mask != closed && lowest_bit(mask) == run) {
                    open = u < bound;
                    if (!open) table.set_value(slot, closed);
                }
            }
            phase::append(te.warp(), list, masks, count, open, u, mask);
        }
        te.warp().sync();
    }
    te.top().generated = true;
    te.top().size = te.top().total = count;
    return true;
}

} // namespace cerrado

#include <cerrado/engine/pair_counts.hpp>
