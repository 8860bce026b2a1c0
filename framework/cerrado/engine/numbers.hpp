// Numbers: a job is a number, and there is no graph; see run_jobs().
#pragma once

#include <cerrado/engine/engine.hpp>

namespace cerrado {

struct Numbers {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    using Carried = NoState;
    struct Ref {};
    static constexpr bool has_lists = false;
    static constexpr bool has_masks = false;
    static constexpr bool has_sizes = true;
    static constexpr bool has_numbers = true; // instead of initial traversals
    static constexpr int max_vertices = 1;
    static constexpr int most_counted_levels = 1;

    struct Planner : EnginePlanner {
        template <class App> explicit Planner(App const&) {}
        static Ref plan(ArrayPlan, PlanRequest const&) { return {}; }
        static int levels(TraversalNeeds const&, GraphShape const&) { return 1; }
        static void check_size(TraversalNeeds const&) {}
        static constexpr bool plans_by_shape = true;
    };

    template <class W, class Te> class Operators;
};

template <class W, class Te> class Numbers::Operators {
public:
    CERRADO_FN Count number() const { return number_; } // of the job, from 0

    CERRADO_FN void take_number(Count number) { number_ = number; }
    CERRADO_FN void on_push(NoState const&) {}
    CERRADO_FN void take_extension() {} // there is none

private:
    Count number_ = 0;
};

} // namespace cerrado
