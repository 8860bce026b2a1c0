// From counters per vertex and edge to counts by original ids.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/result.hpp>

#include <span>
#include <vector>

namespace cerrado {

// What an enumeration adds to, as 64-bit words: the low ones of all counters, then the high ones.
struct LocalCells {
    std::vector<Count> vertices; // by vertex of the oriented graph
    std::vector<Count> edges;    // by position in its lists; empty where edges are not counted
};

// By original ids, ascending.
LocalCounts local_counts(Graph const& oriented, LocalCells const& cells);

} // namespace cerrado
