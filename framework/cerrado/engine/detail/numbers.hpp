// Numbers: a job is a number whose meaning the application knows; see run_jobs().
#pragma once

#include <cerrado/engine/scratch.hpp>

namespace cerrado {

struct Numbers : OneVisitWithScratch {
    static constexpr bool has_numbers = true; // jobs are numbers, not initial traversals
    static constexpr int max_vertices = 1;

    struct Planner : OneVisitWithScratch::Planner {
        using OneVisitWithScratch::Planner::Planner;
        static int levels(TraversalNeeds const&, GraphShape const&) { return 1; }
    };

    template <class W, class Te> class Operators;
};

template <class W, class Te> class Numbers::Operators : public ScratchOperators<Te> {
public:
    CERRADO_FN Count number() const { return number_; } // the job's number, from 0

    CERRADO_FN void take_number(Count number) { number_ = number; }

private:
    Count number_ = 0;
};

} // namespace cerrado
