// Isomorphism count: the matches of a pattern, each once.
#pragma once

#include <cerrado/engine/matching.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

struct Match {
    int k; // one more than the vertices that are walked to
    MatchingPlan plan;
    using Engine = Matching;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 1) {
            te.extend(plan);
        } else {
            te.aggregate(plan);
        }
    }
};

} // namespace cerrado
