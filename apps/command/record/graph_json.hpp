// What a record says about its graph.
#pragma once

#include "command/record/json.hpp"

#include <cerrado/graph/graph.hpp>

namespace cerrado::command {

// `source`, sizes, what the graph has besides edges, and `read_as`: what its file was taken for, or null for a
// generated graph.
Json graph_json(Graph const& graph);

} // namespace cerrado::command
