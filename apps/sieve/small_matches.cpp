#include "sieve/small_matches.hpp"

#include <cerrado/output/store_input.hpp>

#include <initializer_list>
#include <vector>

namespace cerrado {

RunResult list_small_matches(ReducedGraph const& reduced, int k, RunOptions const& options) {
    RunResult result;
    StoreInput const& to = options.of<StoreInput>();
    auto const deliver = [&](std::initializer_list<VertexId> vertices) {
        if (to.limit && result.count == *to.limit) result.status = Status::limit;
        if (result.status != Status::complete) return;
        std::vector<OriginalId> ids;
        for (VertexId const v : vertices) ids.push_back(reduced.graph.original_id(v));
        if (to.narrow_sink) {
            std::vector<std::uint32_t> const narrow(ids.begin(), ids.end());
            to.narrow_sink(narrow);
        } else if (to.batch_sink) {
            to.batch_sink(ids);
        } else {
            to.sink(ids);
        }
        ++result.count;
    };
    for (VertexId v = 0; v < reduced.graph.vertex_count(); ++v) {
        if (k == 1) deliver({v});
        for (VertexId const u : reduced.graph.neighbours(v)) {
            std::uint32_t const both[] = {reduced.shades[v], reduced.shades[u]};
            if (k == 2 && u > v && can_fill(2, both)) deliver({v, u});
        }
    }
    return result;
}

} // namespace cerrado
