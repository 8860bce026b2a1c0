// Vertex orders, reordering and orientation. The order changes the time of a run, but not its result. The members of a
// team share the work. The result is the same for any number of them.
#pragma once

#include <cerrado/core/detail/team.hpp>
#include <cerrado/graph/graph.hpp>

namespace cerrado {

// order[i] is the vertex that becomes vertex i. The old id breaks ties, so an order is the same on every machine.
using VertexOrder = std::vector<VertexId>;

// Ascending degree, by a counting sort. O(n + max degree).
VertexOrder degree_order(Graph const& graph, Team& team);
VertexOrder degree_order(Graph const& graph);

// Smallest-last (core) order, by a bucket queue. O(n + m).
VertexOrder degeneracy_order(Graph const& graph);
VertexId degeneracy(Graph const& graph); // the largest core number

// Returns true if some vertices have at least `least` neighbours among themselves, which means that the degeneracy is
// at least `least`. This takes far less time than the order. O(n + m), shared by the team.
bool has_core(Graph const& graph, VertexId least, Team& team);

// Returns: the same graph with order[i] renamed to i. Original ids follow. O(n + m log(max degree)).
Graph reorder(Graph const& graph, VertexOrder const& order, Team& team);
Graph reorder(Graph const& graph, VertexOrder const& order);

// Keeps each edge only in the list of its lower end. In a degeneracy order no list is longer than the degeneracy.
Graph orient(Graph const& graph);

// orient(reorder(graph, order)) without the graph in between.
Graph orient(Graph const& graph, VertexOrder const& order, Team& team);
Graph orient(Graph const& graph, VertexOrder const& order);

} // namespace cerrado
