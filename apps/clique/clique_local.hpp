// Local clique counting: in how many cliques of k vertices each vertex is, and each edge.
#pragma once

#include "clique/pivot/pivot.hpp"

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// RunResult::local, beside the count. It pivots, so the time hardly depends on k.
struct CliqueLocal {
    int k;
    bool per_edge = false; // edges too
    using Engine = LocalPivoting;
    using Output = OutputList<BySize, PerVertexAndEdge>;
    static constexpr bool oriented = true;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend_pivot(k, k)) {
            finish(te, te.by_size());
            finish(te, te.per_vertex_and_edge());
        }
    }
};

} // namespace cerrado
