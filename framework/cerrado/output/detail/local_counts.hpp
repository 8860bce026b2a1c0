// Turns counters per vertex and edge into counts by original ids.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/result.hpp>

#include <span>
#include <vector>

namespace cerrado {

// The counters of an enumeration as 64-bit words: first the low words of all counters, then the high ones.
struct LocalCells {
    std::vector<Count> vertices; // by vertex of the oriented graph
    std::vector<Count> edges;    // by position in its lists; empty if edges are not counted
};

// Returns: the counts by original ids, ascending.
LocalCounts local_counts(Graph const& oriented, LocalCells const& cells);

} // namespace cerrado
