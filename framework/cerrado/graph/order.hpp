// Vertex orders, reordering and orientation. No result depends on the order; the time does.
#pragma once

#include <cerrado/graph/graph.hpp>

namespace cerrado {

// order[i] is the vertex that becomes vertex i. Ties are broken by the old id, so an order is the same on every machine.
using VertexOrder = std::vector<VertexId>;

VertexOrder degree_order(Graph const& graph);     // ascending degree, counting sort, O(n + m)
VertexOrder degeneracy_order(Graph const& graph); // smallest-last (core) order, bucket queue, O(n + m)
VertexId degeneracy(Graph const& graph);          // the largest core number

// The same graph with order[i] renamed to i; original ids follow.
Graph reorder(Graph const& graph, VertexOrder const& order);

// Keeps each edge from its lower to its higher end: with a degeneracy order no list is longer than the degeneracy.
Graph orient(Graph const& graph);

} // namespace cerrado
