// The score of compression by cliques, of all sizes at once. An edge in exactly one clique of k vertices is in no
// larger one, so that clique is a leaf of pivoting, and the largest leaf through the edge.
// Source: Appendix A of the DuMato thesis; the two rounds are ours.
#pragma once

#include "compression/leaf_marks.hpp"

#include <cerrado/output/by_key.hpp>
#include <cerrado/traversal/traversal.hpp>

#include <limits>

namespace cerrado {

// RunResult::sizes has the cliques; by key k how many of k vertices compress, by most_vertices + k the sum of their
// ranks.
struct CompressionScore {
    int min_k = 3;
    std::uint32_t most_vertices = 0; // more than any clique has
    ArrayRef<Count> edges;           // of the oriented lists, all 0
    int max_k = std::numeric_limits<int>::max();
    using Engine = LeafMarks;
    using Output = OutputList<BySize, ByKey>;
    static constexpr bool oriented = true;

    int rounds() const { return 2; }
    std::uint32_t keys() const { return 2 * most_vertices; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.pass_over() || !te.extend_pivot(te.least_size(min_k), max_k)) return;
        if (te.round() == 0) finish(te, te.by_size());
        if (!te.aggregates_here()) return;
        if (te.round() == 0) return te.mark_leaf();
        std::uint32_t const size = te.leaf_size();
        std::uint32_t const own = te.own_edges();
        if (own < size + 2) return; // a vertex and an edge to each member take the place of these
        std::uint32_t const rank = own - size - 1;
        te.by_key().reserve(rank);
        if (te.warp().lane() != 0) return;
        te.by_key().add(size, 1);
        te.by_key().add(most_vertices + size, rank);
    }
};

} // namespace cerrado
