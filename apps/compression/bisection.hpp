// An order by recursive bisection, such that the logarithms of the gaps in lists are small.
// Source: Dhulipala and others, Compressing Graphs and Indexes with Recursive Graph Bisection, 2016.
#pragma once

#include <cerrado/graph/order.hpp>

namespace cerrado::compression {

// The same whatever the team. O(m log n) for each of at most 20 rounds. Memory: 8 bytes a vertex for each member.
VertexOrder bisection_order(Graph const& graph, Team& team);

} // namespace cerrado::compression
