// The common part of engines whose jobs are one visit each: no extensions to take, and no k.
#pragma once

#include <cerrado/engine/engine.hpp>

namespace cerrado {

struct OneVisit {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    using Carried = NoState;
    struct Ref {};
    static constexpr bool has_lists = false;
    static constexpr bool has_masks = false;
    static constexpr bool has_sizes = true;
    static constexpr int most_counted_levels = 1;

    // Each engine's planner adds the number of levels.
    struct Planner : EnginePlanner {
        template <class App> explicit Planner(App const&) {}
        static Ref plan(ArrayPlan, PlanRequest const&) { return {}; }
        static void check_size(TraversalNeeds const&) {}
    };

    struct Hooks {
        CERRADO_FN void on_push(NoState const&) {}
        CERRADO_FN void take_extension() {}
    };
};

} // namespace cerrado
