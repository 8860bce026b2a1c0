// Graphlets: how often each pattern of 3 to 5 vertices occurs, and how often each vertex or edge has each role in them.
// They are counted by cutting: every pattern's number follows from few that are swept over triangles and wedges.
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cerrado {

struct GraphletQuery {
    int k = 5;        // 3 to 5: patterns of 3 to k vertices
    bool all = false; // also the patterns that are not connected
};

// A pattern and its numbers.
struct GraphletCount {
    int size = 0;
    std::uint64_t adjacency = 0; // see <cerrado/canonical/adjacency.hpp>
    WideCount induced = 0;
    WideCount non_induced = 0; // copies, whether other edges join their vertices or not
};

// The counts of all patterns.
struct GraphletCounts : RunResult {
    // They ascend by size. The connected ones are in Przulj's order, then come the others. Empty unless the run is complete: a part of
    // a run has no exact part of a count.
    std::vector<GraphletCount> patterns;
};

// Counts every pattern of 3 to k vertices. RunResult::count is the number of connected induced subgraphs. A graph with
// directions is refused. Throws InputError for another k, and as run() does.
GraphletCounts count_graphlets(GraphOrResident const& graph, GraphletQuery const& query = {},
                               RunOptions const& options = {});

// What the run would need, without running: a few lines for a person. Throws as count_graphlets() does.
std::string estimate_graphlets(Graph const& graph, GraphletQuery const& query = {}, RunOptions const& options = {});

struct GraphletOrbitsQuery {
    int k = 5;             // 4 or 5
    bool per_edge = false; // roles of edges instead of vertices
    bool induced = true;   // false: of all subgraphs, whatever other edges join their vertices
};

// For each vertex, or edge, a row of numbers: how many induced subgraphs, or subgraphs, have it in each role. Columns are in ORCA's
// order: 73 of vertices (15 for k = 4), 68 of edges (12 for k = 4).
struct GraphletOrbits : RunResult {
    std::size_t columns = 0;
    // Row after row. Rows of vertices are in the order of the given graph, those of edges as `edges`. Empty unless the
    // run is complete.
    std::vector<WideCount> counts;
    std::vector<std::pair<VertexId, VertexId>> edges; // u < v, ascending; empty for vertices

    std::size_t rows() const { return columns == 0 ? 0 : counts.size() / columns; }
    std::span<WideCount const> row(std::size_t i) const { return {counts.data() + i * columns, columns}; }
};

// Counts how often each vertex, or edge, has each role. A graph with directions is refused. Throws InputError for
// another k, and as run() does.
GraphletOrbits count_graphlet_orbits(GraphOrResident const& graph, GraphletOrbitsQuery const& query = {},
                                     RunOptions const& options = {});

} // namespace cerrado
