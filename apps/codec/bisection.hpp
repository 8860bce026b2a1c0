// An order by recursive bisection. It makes the logarithms of the gaps in lists small.
// Source: Dhulipala and others, Compressing Graphs and Indexes with Recursive Graph Bisection, 2016.
#pragma once

#include "codec/watch.hpp"

#include <cerrado/graph/order/order.hpp>

namespace cerrado::compression {

// Begins with the vertices by ascending degree. Ranges of `smallest_range` vertices or fewer are not halved, and keep
// the order of their ids. The result is the same for any team. O(m log n) for each of at most 12 rounds. Memory: 8
// bytes a vertex for each member.
VertexOrder bisection_order(Graph const& graph, std::size_t smallest_range, Team& team, Watch& watch);

// The work it does: the vertices in all ranges that are halved.
std::uint64_t bisection_work(VertexId vertex_count, std::size_t smallest_range);

} // namespace cerrado::compression
