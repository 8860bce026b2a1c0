// has_core() on a graph that lies on the device.
#pragma once

#include <cerrado/graph/graph_ref.hpp>

namespace cerrado {

// Of a whole graph. Throws Error where the device fails.
bool has_core_on_device(GraphRef const& graph, VertexId least);

} // namespace cerrado
