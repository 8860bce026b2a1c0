// What a search for network motifs cannot be asked.
#pragma once

#include <cerrado/apps/discovery.hpp>

namespace cerrado::discovery {

// Throws InputError as discover() does, for what needs no look at the graph's edges.
void check_query(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options);

} // namespace cerrado::discovery
