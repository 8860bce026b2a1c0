// Counts the matches of one pattern by a plan that is a constant of the program. Each level is compiled separately.
#pragma once

#include <cerrado/engine/matching.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// `Pattern` has a `CERRADO_FN static constexpr MatchingPlan plan()`.
template <class Pattern> struct CompiledMatch {
    int k = Pattern::plan().walked + 1;
    using Engine = Matching;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const { visit_at<1>(te); }

private:
    template <int size, class Traversal> CERRADO_FN void visit_at(Traversal& te) const {
        constexpr int walked = Pattern::plan().walked;
        if constexpr (size < walked) {
            if (te.size() != size) return visit_at<size + 1>(te);
        }
        if (te.size() != size) __builtin_unreachable();
        static constexpr MatchingPlan plan = Pattern::plan(); // shared by the lanes, which need no copies in their
                                                              // memory
        if constexpr (size < walked) {
            te.extend(plan);
        } else {
            te.aggregate_tails(plan);
        }
    }
};

} // namespace cerrado
