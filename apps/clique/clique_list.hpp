// Clique listing: hands every complete subgraph of k vertices to a sink.
#pragma once

#include <cerrado/engine/rows.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// Each clique comes once, its vertices in no order. The run needs a sink.
struct CliqueList {
    int k;
    using Output = Store;
    static constexpr bool oriented = true;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_common();
        if (te.size() == k - 1) te.aggregate_store();
    }
};

// The same on bit rows. The last three levels are stored together.
struct CliqueListBitmap {
    int k;
    using Engine = Rows;
    using Output = Store;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = 3;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 3) {
            te.extend_common();
        } else {
            finish(te, te.store());
        }
    }
};

} // namespace cerrado
