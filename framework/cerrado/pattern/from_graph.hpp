// From a graph to the pattern that it is.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

namespace cerrado {

// The graph's vertices, in their order, with its edges, arcs where it is directed, and its labels. Throws InputError for
// more than Pattern::max_vertices.
Pattern pattern_from_graph(Graph const& graph);

} // namespace cerrado
