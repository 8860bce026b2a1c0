// Makes a pattern of a graph.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

namespace cerrado {

// Makes a pattern of a graph: its vertices in their order, its edges, or its arcs if it is directed, and its labels.
// Throws InputError for more than Pattern::max_vertices.
Pattern pattern_from_graph(Graph const& graph);

} // namespace cerrado
