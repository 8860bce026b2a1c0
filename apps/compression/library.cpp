// The compression functions of Cerrado::apps: which way serves a query.
#include "compression/score_forms.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

namespace cerrado {

CompressionResult score_compression(Graph const& graph, CompressionQuery const& query, RunOptions const& options) {
    constexpr int smallest = 3;
    constexpr int largest_listed = 32;
    if (options.checkpoint.on()) throw InputError("the score of compression has no checkpoint: unset it");
    if (options.roots) throw InputError("the score of compression is of the whole graph: unset RunOptions::roots");
    if (query.k != 0 && query.k < smallest) {
        throw InputError(fmt::format("cliques of k = {} vertices save nothing: give a k of 3 or more", query.k));
    }
    switch (query.algorithm) {
    case Algorithm::fast:
        return query.k == 0 ? score_by_leaves(graph, smallest, options) : score_by_edges(graph, query.k, options);
    case Algorithm::pivot: {
        CompressionResult result = score_by_leaves(graph, query.k == 0 ? smallest : query.k, options);
        if (query.k != 0) std::erase_if(result.rows, [&](CompressionRow const& row) { return row.k != query.k; });
        if (query.k != 0 && result.rows.empty() && result.status == Status::complete) result.rows = {{query.k, "0"}};
        return result;
    }
    case Algorithm::paper:
        if (query.k != 0 && query.k <= largest_listed) return score_by_list(graph, query.k, options);
        throw InputError("the algorithm paper lists cliques of one size, from 3 to 32; give a k, or take pivot");
    default: break;
    }
    throw InputError(
        fmt::format("there is no score by the algorithm {}; take fast, pivot or paper", name_of(query.algorithm)));
}

} // namespace cerrado
