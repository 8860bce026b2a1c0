// Lists cliques of one and two vertices.
#pragma once

#include <cerrado/apps/bound_application.hpp>

namespace cerrado {

// Requires: k is 1 or 2. There is nothing to search, so the host reads the graph, whatever the device. A run needs a
// sink other than StoreInput::device_sink.
BoundApplication small_clique_list(int k);

} // namespace cerrado
