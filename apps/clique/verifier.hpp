// A slow, obvious count of cliques that shares no code with the application. Runs are checked against it.
#pragma once

#include "library/verifier.hpp"

#include <cerrado/graph/graph.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <map>
#include <span>

namespace cerrado::clique {

// Look: it is called at every subgraph visited. An exception that it throws ends the count. It may be empty.

// Counts cliques of k >= 1 vertices whose lowest vertex (by id in `graph`) is one of `roots`. A root given twice counts
// twice. Throws InputError for an oriented graph, k < 1 or a root that is no vertex. Serial. It visits every clique of
// up to k vertices.
WideCount count_cliques(Graph const& graph, int k, std::span<VertexId const> roots, Look const& look = {});

WideCount count_cliques(Graph const& graph, int k); // from every root

// Returns: the number of these cliques at each vertex and at each edge of the graph.
LocalCounts count_local(Graph const& graph, int k, std::span<VertexId const> roots, Look const& look = {});
LocalCounts count_local(Graph const& graph, int k);

// Returns: the maximal cliques of shortest to longest vertices whose lowest vertex is one of `roots`, by size, as
// Tomita, Tanaka and Takahashi (2006) find them, on lists. And their number at each vertex.
std::map<int, WideCount> count_maximal(Graph const& graph, int shortest, int longest, std::span<VertexId const> roots,
                                       Look const& look = {});
std::map<int, WideCount> count_maximal(Graph const& graph);
LocalCounts locate_maximal(Graph const& graph, int shortest, int longest, std::span<VertexId const> roots,
                           Look const& look = {});

} // namespace cerrado::clique

namespace cerrado {

struct CliqueQuery;
struct MaximalCliqueQuery;

SerialProgram serial_program(CliqueQuery const& query);
SerialProgram serial_program(MaximalCliqueQuery const& query);

} // namespace cerrado
