// Graphlets: the number of occurrences of each pattern of 3 to 5 vertices, and the number of times that a vertex or
// edge has each role in them. They are counted by cutting: all numbers follow from a few sums over triangles and
// wedges.
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
    bool all = false; // also counts the patterns that are not connected
};
std::string semantics_of(GraphletQuery const& query); // the things that are counted, exactly

// Returns: the name of a pattern, if it has one. A pattern that is not connected is named by its parts, such as
// "triangle + 2 vertices".
std::string name_of_graphlet(int size, std::uint64_t adjacency);

// A pattern and its numbers.
struct GraphletCount {
    int size = 0;
    std::uint64_t adjacency = 0; // see <cerrado/canonical/adjacency.hpp>
    WideCount induced = 0;
    WideCount non_induced = 0; // copies, whether other edges join their vertices or not
};

// The counts of all patterns.
struct GraphletCounts : RunResult {
    // Patterns ascend by size. Within a size the connected ones come first, in Przulj's order. The list is empty unless
    // the run is complete, since a part of a run gives no part of a count.
    std::vector<GraphletCount> patterns;
};

// Counts every pattern of 3 to k vertices. RunResult::count is the number of connected induced subgraphs. A graph with
// directions is refused. Throws InputError for another k, and as run() does.
GraphletCounts count_graphlets(GraphOrResident const& graph, GraphletQuery const& query = {},
                               RunOptions const& options = {});

// Returns: the needs of the run in a few lines for a person. Throws as count_graphlets() does.
std::string estimate_graphlets(Graph const& graph, GraphletQuery const& query = {}, RunOptions const& options = {});

struct GraphletOrbitsQuery {
    int k = 5;                          // 4 or 5
    bool per_edge = false;              // roles of edges instead of vertices
    bool induced = true;                // false: counts all subgraphs, whether or not other edges join their vertices
    std::vector<std::size_t> columns{}; // only these of the columns, in this order; empty: all
};
std::string semantics_of(GraphletOrbitsQuery const& query);

// A row of numbers for each vertex or edge: the number of subgraphs in which it has each role. All columns are in ORCA's
// order: 73 for vertices (15 for k = 4), 68 for edges (12 for k = 4).
struct GraphletOrbits : RunResult {
    std::size_t columns = 0;
    // Row after row. Rows of vertices are in the order of the given graph, rows of edges in the order of `edges`. Empty
    // unless the run is complete.
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
