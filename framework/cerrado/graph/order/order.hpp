// Vertex orders, reordering and orientation. No result depends on the order; the time does. With a team the work is
// shared by its members; the outcome is the same for any number of them.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/graph/graph.hpp>

namespace cerrado {

// order[i] is the vertex that becomes vertex i. Ties are broken by the old id, so an order is the same on every
// machine.
using VertexOrder = std::vector<VertexId>;

// Ascending degree; a counting sort, O(n + max degree).
VertexOrder degree_order(Graph const& graph, Team& team);
VertexOrder degree_order(Graph const& graph);

// Smallest-last (core) order by bucket queue, O(n + m).
VertexOrder degeneracy_order(Graph const& graph);
VertexId degeneracy(Graph const& graph); // the largest core number

// Whether there are vertices with so many neighbours or more among themselves: whether the degeneracy is so large. That
// is known far sooner than the order. O(n + m), shared by the team.
bool has_core(Graph const& graph, VertexId least, Team& team);

// The same graph with order[i] renamed to i; original ids follow. O(n + m log(max degree)).
Graph reorder(Graph const& graph, VertexOrder const& order, Team& team);
Graph reorder(Graph const& graph, VertexOrder const& order);

// Keeps each edge from its lower to its higher end: with a degeneracy order no list is longer than the degeneracy.
Graph orient(Graph const& graph);

// orient(reorder(graph, order)), without the graph in between.
Graph orient(Graph const& graph, VertexOrder const& order, Team& team);
Graph orient(Graph const& graph, VertexOrder const& order);

} // namespace cerrado
