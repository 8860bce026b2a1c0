// An order in which vertices that METIS puts into one small part stand together, and near parts near each other.
#pragma once

#include <cerrado/graph/order.hpp>

#include <string>

namespace cerrado::compression {

// Why METIS cannot order this graph, for a person; empty where it can.
std::string why_no_metis(Graph const& graph);

// Requires: why_no_metis(graph).empty(). Within a part vertices keep their order.
VertexOrder metis_order(Graph const& graph);

} // namespace cerrado::compression
