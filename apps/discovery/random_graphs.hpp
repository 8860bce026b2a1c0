// The edges of graphs, and of random graphs that can be given up while they are made.
#pragma once

#include <cerrado/apps/random_graph.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace cerrado::discovery {

std::vector<Edge> arcs_or_edges(Graph const& graph); // in the order of for_each_arc_or_edge()

// Throws InputError as random_graph() does.
void check_model(Graph const& graph, RandomGraphQuery const& query);

struct RandomEdges {
    std::vector<Edge> edges; // or arcs
    std::uint64_t steps = 0; // attempts,
    std::uint64_t taken = 0; // and those that changed the graph
    bool is_near = true;     // see RandomGraph
};

// Draws the edges of random_graph(), and asks goes_on() every few thousand steps. Returns: nothing if it says no.
std::optional<RandomEdges> random_edges_while(Graph const& graph, RandomGraphQuery const& query,
                                              std::function<bool()> const& goes_on);

} // namespace cerrado::discovery
