// Exclusive: the extensions are those of the algorithm ESU. So every connected induced subgraph is met exactly once,
// from its least vertex. See exclusive_extensions.hpp.
#pragma once

#include <cerrado/engine/detail/masks/exclusive_extensions.hpp>
#include <cerrado/engine/masks.hpp>

namespace cerrado {

struct Exclusive : Masks {
    // These arrays and the extents serve to count the last two levels together; see pair_counts.hpp.
    struct ClassCounters : ArrayOf<std::uint32_t, Place::fast> {};
    struct PairCounts : ArrayOf<std::uint32_t, Place::planned> {};
    using Arrays = JoinArrays<Masks::Arrays, ArrayList<Extents, ClassCounters, PairCounts>>;
    struct LevelState : Masks::LevelState {
        EdgeOffset above_root = 0; // where the part of the vertex's list above the root begins
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

template <class W, class Te> class Exclusive::Operators : public MaskOperators<W, Te> {
public:
    // Makes the open extensions of ESU the extensions, with their masks: each connected set of k vertices is met once.
    // Requires: every level of the application uses it. Lanes: all. Returns: as extend(). Cost: twice the lists of the
    // traversal, divided by the width. Source: Wernicke 2006.
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

// It leaves in the table the mask of each extension, and `closed` (1 << size) for the other neighbours above the root.
template <class W, class Te> CERRADO_FN bool Exclusive::Operators<W, Te>::extend_exclusive() {
    return phase::extend_exclusive_by(this->te(), phase::AdjacencyCode{});
}

} // namespace cerrado

#include <cerrado/engine/detail/masks/pair_counts.hpp>
