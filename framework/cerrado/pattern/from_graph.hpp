// Makes a pattern of a graph.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

namespace cerrado {

// The pattern has the graph's vertices in their order, and its labels. It has the graph's edges, or its arcs if the
// graph is directed. Throws InputError if there are more than Pattern::max_vertices.
Pattern pattern_from_graph(Graph const& graph);

} // namespace cerrado
