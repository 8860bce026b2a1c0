// Isomorphism count: the matches of a pattern, each once.
#pragma once

#include <cerrado/engine/matching.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/pattern/marked_plan.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

template <class Plan> struct MatchOf {
    int k; // one more than the vertices that are walked to
    Plan plan;
    using Engine = Matching;
    using Output = ByLength; // what a plan is said to walk to can be held against it
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 1) {
            if (te.extend(plan)) te.aggregate_length();
        } else {
            te.aggregate(plan);
        }
    }
};

using Match = MatchOf<MatchingPlan>;
struct ManyTailsMatch : MatchOf<ManyTailsPlan> {
    static constexpr int resident_warps = 32; // that wait for lists; few kinds need few registers
};
using MarkedMatch = MatchOf<MarkedPlan>; // in graphs of directions and labels

} // namespace cerrado
