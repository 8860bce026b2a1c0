#include "discovery/query_check.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::discovery {

namespace {

constexpr double least_probability = 1e-6; // of a sample

void check_sample(DiscoveryQuery const& query) {
    if (query.sample.empty()) return;
    bool const are_probabilities =
        std::ranges::all_of(query.sample, [](double p) { return p >= least_probability && p <= 1; });
    if (query.sample.size() == static_cast<std::size_t>(query.k) && are_probabilities) return;
    throw InputError(fmt::format("a sample of patterns of {} vertices has {} probabilities from {:g} to 1, not {}",
                                 query.k, query.k, least_probability,
                                 are_probabilities ? fmt::to_string(query.sample.size()) : "others"));
}

} // namespace

void check_query(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options) {
    if (is_directed(graph) && !query.directed) {
        throw InputError(
            "this graph has directions, which random graphs would keep and the patterns ignore: set directed, "
            "or read the graph without them");
    }
    if (query.model == NullModel::triads && query.k == 3) {
        throw InputError("the null model triads keeps the patterns of 3 vertices: ask for larger ones, or take mutual");
    }
    if (query.random_graphs < 2) {
        throw InputError(fmt::format("{} random graphs: a deviation needs 2 or more", query.random_graphs));
    }
    if (query.edge_induced && query.patterns.empty()) {
        throw InputError("edge-induced subgraphs are counted for given patterns: give patterns, or count induced ones");
    }
    if (query.edge_induced && (query.labels || query.edge_labels || !query.sample.empty())) {
        throw InputError(
            "edge-induced subgraphs are counted without labels and samples: leave those out, or count induced ones");
    }
    check_sample(query);
    if (!query.patterns.empty() && query.statistic == DiscoveryStatistic::concentration) {
        throw InputError("a concentration is a share of all patterns: compare counts, or give no patterns");
    }
    if (!(query.theta >= 0)) throw InputError(fmt::format("theta {}: give a number of 0 or more", query.theta));
    if (!(query.min_excess >= 0)) {
        throw InputError(fmt::format("an excess of {}: give a number of 0 or more", query.min_excess));
    }
    if (options.roots) throw InputError("network motifs are counted in the whole graph: unset RunOptions::roots");
}

} // namespace cerrado::discovery
