// Orders of vertices in which a graph's lists take few bits.
#pragma once

#include "codec/watch.hpp"

#include <cerrado/graph/detail/order/order.hpp>

#include <string>

namespace cerrado::compression {

// An order by recursive bisection. It makes the logarithms of the gaps in lists small.
// Source: Dhulipala and others, Compressing Graphs and Indexes with Recursive Graph Bisection, 2016.

// Makes the order. It begins with the vertices by ascending degree. Ranges of `smallest_range` vertices or fewer are
// not halved, and keep the order of their ids. The result is the same for any team. O(m log n) for each of at most 12
// rounds. Memory: 8 bytes for each vertex and member of the team.
VertexOrder bisection_order(Graph const& graph, std::size_t smallest_range, Team& team, Watch& watch);

// Returns: the work of the bisection: the number of vertices in all ranges that are halved.
std::uint64_t bisection_work(VertexId vertex_count, std::size_t smallest_range);

// An order by METIS. The vertices of a small part stand together, and parts that are near in the graph stand near each
// other.

// Returns: the reason why METIS cannot order this graph, for a person. It is empty if METIS can.
std::string why_no_metis(Graph const& graph);

// Makes the order. Parts have about `part_vertices` vertices. Within a part the vertices keep their order. Requires:
// why_no_metis(graph).empty().
VertexOrder metis_order(Graph const& graph, VertexId part_vertices);

} // namespace cerrado::compression
