// An order by recursive bisection, such that the logarithms of the gaps in lists are small.
// Source: Dhulipala and others, Compressing Graphs and Indexes with Recursive Graph Bisection, 2016.
#pragma once

#include <cerrado/graph/order.hpp>

namespace cerrado::compression {

// Begins with the vertices by ascending degree. Ranges of `smallest_range` vertices or fewer are not halved: theirs keep the
// order of their ids. The same whatever the team. O(m log n) for each of at most 12 rounds. Memory: 8 bytes a vertex for each member.
VertexOrder bisection_order(Graph const& graph, std::size_t smallest_range, Team& team);

} // namespace cerrado::compression
