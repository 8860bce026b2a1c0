// An order by recursive bisection, such that the logarithms of the gaps in lists are small.
// Source: Dhulipala and others, Compressing Graphs and Indexes with Recursive Graph Bisection, 2016.
#pragma once

#include "codec/watch.hpp"

#include <cerrado/graph/order/order.hpp>

namespace cerrado::compression {

// Begins with the vertices by ascending degree. Ranges of `smallest_range` vertices or fewer are not halved: theirs keep the
// order of their ids. The same whatever the team. O(m log n) for each of at most 12 rounds. Memory: 8 bytes a vertex for each member.
VertexOrder bisection_order(Graph const& graph, std::size_t smallest_range, Team& team, Watch& watch);

// What it does: vertices in ranges that are halved.
std::uint64_t bisection_work(VertexId vertex_count, std::size_t smallest_range);

} // namespace cerrado::compression
