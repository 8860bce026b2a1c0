// A slow, obvious count of wedges that shares no code with the application. Runs are checked against it.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <functional>
#include <span>

// Counts the wedges whose centre is one of `roots`. It calls `look` at each pair. An exception that `look` throws ends
// the count.
cerrado::WideCount count_wedges_serially(cerrado::Graph const& graph, std::span<cerrado::VertexId const> roots,
                                         std::function<void()> const& look);
