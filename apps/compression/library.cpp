// The compression functions of Cerrado::apps: which way serves a query.
#include "compression/score_forms.hpp"
#include "library/form.hpp"
#include "library/on_devices.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/parts/result_sum.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado {
namespace {

constexpr int smallest = 3;
constexpr int largest_listed = 32;
constexpr int most_by_edges = 8; // sizes, each by itself

struct SizesAsked {
    int first, last;
    bool is_one() const { return first == last; }
};

SizesAsked sizes_of(CompressionQuery const& query) {
    CompressionQuery const unset;
    if (query.k != 0 && (query.min_k != unset.min_k || query.max_k != unset.max_k)) {
        throw InputError("CompressionQuery has k and min_k or max_k; set k for one size, the others for several");
    }
    SizesAsked const sizes = query.k != 0 ? SizesAsked{query.k, query.k} : SizesAsked{query.min_k, query.max_k};
    if (sizes.first < smallest) {
        throw InputError(fmt::format("cliques of k = {} vertices save nothing: give sizes of 3 or more", sizes.first));
    }
    if (sizes.last < sizes.first) {
        throw InputError(
            fmt::format("cliques of {} to {} vertices: give the smaller size first", sizes.first, sizes.last));
    }
    return sizes;
}

void check(Graph const& graph, CompressionQuery const& query, RunOptions const& options) {
    SizesAsked const sizes = sizes_of(query);
    if (options.checkpoint.on()) throw InputError("the score of compression has no checkpoint: unset it");
    if (options.roots) throw InputError("the score of compression is of the whole graph: unset RunOptions::roots");
    if (options.of<StoreInput>().sink || options.of<StoreInput>().batch_sink || options.of<StoreInput>().narrow_sink ||
        options.of<StoreInput>().device_sink || options.of<StoreInput>().limit) {
        throw InputError("the score of compression lists nothing: unset StoreInput::limit and the sinks");
    }
    if (graph.oriented() || is_directed(graph)) {
        throw InputError("the score of compression is of undirected graphs, and this one has directions");
    }
    if (query.algorithm == Algorithm::paper && (!sizes.is_one() || sizes.first > largest_listed)) {
        throw InputError("the algorithm paper lists cliques of one size, from 3 to 32; give a k, or take pivot");
    }
    if (query.algorithm != Algorithm::fast && query.algorithm != Algorithm::pivot &&
        query.algorithm != Algorithm::paper) {
        throw InputError(
            fmt::format("there is no score by the algorithm {}; take fast, pivot or paper", name_of(query.algorithm)));
    }
}

// Whether each size is searched for by itself.
bool is_by_edges(CompressionQuery const& query, SizesAsked sizes) {
    return query.algorithm == Algorithm::fast && sizes.last - sizes.first < most_by_edges;
}

CompressionResult score_each(Resident const& graph, SizesAsked sizes, RunOptions const& options) {
    TimeLeft const time(options);
    CompressionResult result = score_by_edges(graph, sizes.first, options);
    for (int k = sizes.first + 1; k <= sizes.last && result.status == Status::complete; ++k) {
        if (result.rows.back().cliques == "0") break;
        CompressionResult next = score_by_edges(graph, k, time.in(options));
        result.status = next.status;
        add_seconds(result, next);
        result.rows.insert(result.rows.end(), next.rows.begin(), next.rows.end());
    }
    if (result.status != Status::complete) result.rows.clear();
    if (!sizes.is_one()) {
        std::erase_if(result.rows, [](CompressionRow const& row) { return row.cliques == "0"; });
        result.count = 0;
    }
    return result;
}

CompressionResult score_at_once(Resident const& graph, SizesAsked sizes, RunOptions const& options) {
    CompressionResult result = score_by_leaves(graph, sizes.first, options);
    std::erase_if(result.rows, [&](CompressionRow const& row) { return row.k > sizes.last; });
    if (sizes.is_one() && result.rows.empty() && result.status == Status::complete) result.rows = {{sizes.first, "0"}};
    return result;
}

} // namespace

CompressionResult score_compression(GraphOrResident const& graph, CompressionQuery const& query,
                                    RunOptions const& options) {
    check(graph.graph(), query, options);
    SizesAsked const sizes = sizes_of(query);
    if (is_shared(options)) {
        return run_on_devices<CompressionResult>(
            graph, options, [&](RunOptions const& own) { return score_compression(graph, query, own); });
    }
    return run_on_resident(graph, options, [&](Resident const& resident, RunOptions const& own) {
        if (query.algorithm == Algorithm::paper) return score_by_list(resident, sizes.first, own);
        return is_by_edges(query, sizes) ? score_each(resident, sizes, own) : score_at_once(resident, sizes, own);
    });
}

std::string estimate_score(Graph const& graph, CompressionQuery const& query, RunOptions const& options) {
    check(graph, query, options);
    SizesAsked const sizes = sizes_of(query);
    if (query.algorithm == Algorithm::paper) {
        RunOptions listing = options;
        listing.of<StoreInput>().batch_sink = [](std::span<OriginalId const>) {};
        return score_paper_form(sizes.first).estimate(graph, listing);
    }
    if (is_by_edges(query, sizes)) return bind_cliques({.k = sizes.last}).estimate(graph, options);
    return estimate_by_leaves(graph, sizes.first, options);
}

} // namespace cerrado
