// An order by METIS. Vertices in one small part stand together, and near parts near each other.
#pragma once

#include <cerrado/graph/order/order.hpp>

#include <string>

namespace cerrado::compression {

// Why METIS cannot order this graph, for a person. Empty if it can.
std::string why_no_metis(Graph const& graph);

// Parts have about `part_vertices` vertices. Within a part they keep their order. Requires:
// why_no_metis(graph).empty().
VertexOrder metis_order(Graph const& graph, VertexId part_vertices);

} // namespace cerrado::compression
