// The left column of Algorithm 19 of the DuMato thesis, line by line. It stores the cliques of k vertices.
#pragma once

#include <cerrado/output/store.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// The run needs a sink.
struct CompressionPaper {
    int k;
    using Output = Store;
    static constexpr int extension_lists = 1;
    int root_size() const { return 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) {
            te.filter([](auto const& t, VertexId v) { return above_last(t, v); });
            te.filter([](auto const& t, VertexId v) { return is_clique(t, v); });
        }
        if (te.size() == k - 1) te.aggregate_store();
    }
};

} // namespace cerrado
