// Random graphs that can be given up while they are made.
#pragma once

#include <cerrado/apps/random_graph.hpp>

#include <functional>
#include <optional>

namespace cerrado::discovery {

// Does what random_graph() does, and asks goes_on() every few thousand steps. Returns: nothing if it says no.
std::optional<RandomGraph> random_graph_while(Graph const& graph, RandomGraphQuery const& query,
                                              std::function<bool()> const& goes_on);

} // namespace cerrado::discovery
