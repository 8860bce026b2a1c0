// Counts per vertex and per edge, in the order of the positions of a graph.
#pragma once

#include "errors.hpp"

#include <cerrado/graph/graph.hpp>
#include <cerrado/output/local_counts.hpp>

#include <vector>

namespace cerrado::python {

// The positions of a graph's vertices by ascending original id.
std::vector<VertexId> positions_by_id(Graph const& graph);

nb::object vertex_counts(Graph const& graph, LocalCounts const& counts); // an array, by position
// (sources, targets, counts), by position: sources ascend, and each is below its target.
nb::tuple edge_counts(Graph const& graph, LocalCounts const& counts);
nb::object orbit_counts(Graph const& graph, LocalCounts const& counts); // (vertices, orbits)

} // namespace cerrado::python
