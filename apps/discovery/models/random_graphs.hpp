// The edges of graphs, and of random graphs that can be given up while they are made.
#pragma once

#include "discovery/classes/subgraph_codes.hpp"

#include <cerrado/apps/random_graph.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace cerrado::discovery {

struct RandomEdges {
    std::vector<Edge> edges;           // or arcs
    std::vector<std::uint32_t> labels; // their numbers, see PatternLabels; empty: they have none
    std::uint64_t steps = 0;           // attempts,
    std::uint64_t taken = 0;           // and those that changed the graph
    bool is_near = true;               // see RandomGraph
};

std::vector<Edge> arcs_or_edges(Graph const& graph);                   // in the order of for_each_arc_or_edge()
RandomEdges edges_of(Graph const& graph, PatternLabels const& labels); // likewise

// Whether a random graph's edges get labels at random, as many of each as the given graph has.
constexpr bool deals_labels(RandomGraphQuery const& query) {
    return query.edge_labels && (query.free_labels || query.model == NullModel::er);
}
// Deals the labels of the given graph. Nothing if it has none.
void deal_labels(RandomEdges& random, RandomEdges const& given, RandomGraphQuery const& query);

// Throws InputError as random_graph() does.
void check_model(Graph const& graph, RandomGraphQuery const& query);

// Draws the edges of random_graph(), and asks goes_on() every few thousand steps. Returns: nothing if it says no.
std::optional<RandomEdges> random_edges_while(Graph const& graph, RandomGraphQuery const& query,
                                              std::function<bool()> const& goes_on);

} // namespace cerrado::discovery
