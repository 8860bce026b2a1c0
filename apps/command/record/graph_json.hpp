// What a record says of its graph.
#pragma once

#include "command/record/json_text.hpp"

#include <cerrado/graph/graph.hpp>

namespace cerrado::command {

// `source`, sizes, what it has besides edges, and `read_as`: what its file was taken for; null for a generated graph.
Json graph_json(Graph const& graph);

} // namespace cerrado::command
