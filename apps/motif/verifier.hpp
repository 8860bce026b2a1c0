// A slow, obvious count of motifs that shares no code with the application or its tables. Runs are checked against it.
#pragma once

#include "library/verifier.hpp"

#include <cerrado/graph/graph.hpp>

#include <functional>
#include <map>
#include <span>
#include <string>

namespace cerrado::motif {

// Look: it is called at every subgraph visited. An exception that it throws ends the count. It may be empty.

// Counts connected induced subgraphs of k vertices whose lowest vertex (by id in `graph`) is one of `roots`, by
// pattern: nauty's canonical graph6, as `labelg` prints it. Patterns that do not occur are absent. A root given twice
// counts twice. Throws InputError for an oriented graph, k outside 1 .. 11 or a root that is no vertex. Serial. It
// visits every subgraph of up to k vertices once (the ESU algorithm as published: Wernicke 2006) and tests every pair
// of its vertices.
std::map<std::string, WideCount> count_motifs(Graph const& graph, int k, std::span<VertexId const> roots,
                                              Look const& look = {});

std::map<std::string, WideCount> count_motifs(Graph const& graph, int k); // from every root

// Counts the subgraphs of a directed graph by directed pattern: nauty's canonical digraph6. Also throws InputError for
// a graph without directions.
std::map<std::string, WideCount> count_directed_motifs(Graph const& graph, int k, std::span<VertexId const> roots,
                                                       Look const& look = {});
std::map<std::string, WideCount> count_directed_motifs(Graph const& graph, int k);

// Calls `visit` with the vertices of each connected subgraph of k vertices, from every root.
void for_each_connected_subgraph(Graph const& graph, int k, Look const& look,
                                 std::function<void(std::span<VertexId const> vertices)> const& visit);

} // namespace cerrado::motif

namespace cerrado {

struct MotifQuery;

// Requires: the query is not edge-induced; see serial_program_of_all().
SerialProgram serial_program(MotifQuery const& query);

} // namespace cerrado
