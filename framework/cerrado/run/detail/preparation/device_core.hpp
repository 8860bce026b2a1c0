// has_core() for a graph on the device.
#pragma once

#include <cerrado/graph/graph_ref.hpp>

namespace cerrado {

// Requires: the graph is whole, not oriented. Throws Error if the device fails.
bool has_core_on_device(GraphRef const& graph, VertexId least);

} // namespace cerrado
