// A slow, obvious count of cliques that shares no code with the application: what a run is checked against.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <span>

namespace cerrado::clique {

// Called at every subgraph visited; what it throws ends the count. May be empty.
using Look = std::function<void()>;

// Cliques of k >= 1 vertices whose lowest vertex (by id in `graph`, which must be undirected) is one of `roots`; a root
// given twice counts twice. Throws InputError for an oriented graph, k < 1 or a root that is no vertex. Serial; every
// clique of up to k vertices is visited.
WideCount count_cliques(Graph const& graph, int k, std::span<VertexId const> roots, Look const& look = {});

WideCount count_cliques(Graph const& graph, int k); // from every root

// In how many of the same cliques each vertex and each edge of the graph is.
LocalCounts count_local(Graph const& graph, int k, std::span<VertexId const> roots, Look const& look = {});
LocalCounts count_local(Graph const& graph, int k);

} // namespace cerrado::clique
