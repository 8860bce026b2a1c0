// Orders of vertices in which a graph's lists take few bits.
#pragma once

#include "codec/watch.hpp"

#include <cerrado/graph/order/order.hpp>

#include <string>

namespace cerrado::compression {

// An order by recursive bisection. It makes the logarithms of the gaps in lists small.
// Source: Dhulipala and others, Compressing Graphs and Indexes with Recursive Graph Bisection, 2016.

// Begins with the vertices by ascending degree. Ranges of `smallest_range` vertices or fewer are not halved, and keep
// the order of their ids. The result is the same for any team. O(m log n) for each of at most 12 rounds. Memory: 8
// bytes a vertex for each member.
VertexOrder bisection_order(Graph const& graph, std::size_t smallest_range, Team& team, Watch& watch);

// The work it does: the vertices in all ranges that are halved.
std::uint64_t bisection_work(VertexId vertex_count, std::size_t smallest_range);

// An order by METIS. Vertices in one small part stand together, and near parts near each other.

// Why METIS cannot order this graph, for a person. Empty if it can.
std::string why_no_metis(Graph const& graph);

// Parts have about `part_vertices` vertices. Within a part they keep their order. Requires:
// why_no_metis(graph).empty().
VertexOrder metis_order(Graph const& graph, VertexId part_vertices);

} // namespace cerrado::compression
