#include "sieve/small_matches.hpp"

#include <cerrado/output/store_input.hpp>

#include <initializer_list>
#include <vector>

namespace cerrado {

RunResult list_small_matches(ReducedGraph const& reduced, int k, RunOptions const& options) {
    RunResult result;
    auto const deliver = [&](std::initializer_list<VertexId> vertices) {
        if (options.of<StoreInput>().limit && result.count == *options.of<StoreInput>().limit)
            result.status = Status::limit;
        if (result.status != Status::complete) return;
        std::vector<OriginalId> ids;
        for (VertexId const v : vertices) ids.push_back(reduced.graph.original_id(v));
        if (options.of<StoreInput>().narrow_sink) {
            std::vector<std::uint32_t> const narrow(ids.begin(), ids.end());
            options.of<StoreInput>().narrow_sink(narrow);
        } else if (options.of<StoreInput>().batch_sink) {
            options.of<StoreInput>().batch_sink(ids);
        } else {
            options.of<StoreInput>().sink(ids);
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
