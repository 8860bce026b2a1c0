// Local clique counting: in how many cliques of k vertices each vertex is, and each edge.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// RunResult::local, beside the count. By pivoting, so that the time hardly depends on k.
struct CliqueLocal {
    int k;
    bool per_edge = false; // edges too
    static constexpr bool oriented = true;
    static constexpr bool dense = true;
    static constexpr bool pivots = true;
    static constexpr bool local = true;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend_pivot(k, k)) {
            te.aggregate_leaf();
            te.aggregate_local();
        }
    }
};

} // namespace cerrado
