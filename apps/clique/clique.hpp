// Clique counting: the number of complete subgraphs of k vertices.
#pragma once

#include "clique/pivot.hpp"

#include <cerrado/engine/rows.hpp>
#include <cerrado/traversal/traversal.hpp>

#include <limits>

namespace cerrado {

// Algorithm 9 of the DuMato thesis, left column, line by line.
struct CliquePaper {
    int k;
    static constexpr int extension_lists = 1;
    int root_size() const { return 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) {
            te.filter([](auto const& t, VertexId v) { return above_last(t, v); });
            te.filter([](auto const& t, VertexId v) { return is_clique(t, v); });
        }
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

// The fast form: on the oriented graph every vertex has few successors, and the last two levels are counted together.
struct Clique {
    int k;
    static constexpr bool oriented = true;
    static constexpr int extension_lists = 1;
    static constexpr int counted_levels = 2;
    int root_size() const { return k > 3 ? 2 : 1; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_common();
        } else {
            finish(te, te.counter());
        }
    }
};

// The same on bit rows: from a root on, the common extensions are the AND of rows. The last three levels are counted
// together, or all that are left where there are few extensions.
struct CliqueBitmap {
    int k;
    using Engine = Rows;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = 3;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 3 && !te.has_few_extensions()) {
            te.extend_common();
        } else {
            finish(te, te.counter());
        }
    }
};

// Cliques of min_k to max_k vertices, all sizes at once, by pivoting: RunResult::sizes. The time hardly depends on the
// sizes.
struct CliquePivot {
    int min_k = 1;
    int max_k = all_sizes;
    static constexpr int all_sizes = std::numeric_limits<int>::max();
    using Engine = Pivoting;
    using Output = BySize;
    static constexpr bool oriented = true;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend_pivot(min_k, max_k)) finish(te, te.by_size());
    }
};

} // namespace cerrado
