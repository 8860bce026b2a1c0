// The number of subgraphs that contain each vertex and each edge, computed from the counters of a run.
#pragma once

#include <cerrado/contract/detail/bytes.hpp>
#include <cerrado/graph/graph.hpp>

#include <span>
#include <vector>

namespace cerrado {

struct VertexCount {
    OriginalId vertex;
    WideCount count;
    friend bool operator==(VertexCount const&, VertexCount const&) = default;
};

struct EdgeCount {
    OriginalId source, target; // source < target
    WideCount count;
    friend bool operator==(EdgeCount const&, EdgeCount const&) = default;
};

// How many of the subgraphs contain each vertex and each edge of the graph, by original ids ascending. The sum of all
// must fit in 128 bits; otherwise the run throws.
struct LocalCounts {
    std::vector<VertexCount> vertices;
    std::vector<EdgeCount> edges; // if they were asked for
    // From the output PerOrbit: the rows of all vertices one after the other, of which `vertices` has the sums; else
    // empty.
    std::vector<WideCount> by_orbit{};

    // Returns: the row of vertices[i], a number for each orbit. It is valid as long as by_orbit is.
    std::span<WideCount const> orbits_of(std::size_t i) const {
        std::size_t const orbits = vertices.empty() ? 0 : by_orbit.size() / vertices.size();
        return std::span(by_orbit).subspan(i * orbits, orbits);
    }
    friend bool operator==(LocalCounts const&, LocalCounts const&) = default;
};

// The counters of an enumeration as 64-bit words. The low words of all counters come first, the high words follow.
struct LocalCells {
    std::vector<Count> vertices; // by vertex of the oriented graph
    std::vector<Count> edges;    // by position in its lists; empty if edges are not counted
};

// Returns: the counts in the order of the original ids.
LocalCounts local_counts(Graph const& oriented, LocalCells const& cells);

// Adds the counts of another part of the run. Requires: both have the same vertices and edges, or the total is empty.
void add_to(LocalCounts& total, LocalCounts const& part);
void put(ByteWriter& to, LocalCounts const& counts);
void get(ByteReader& from, LocalCounts& counts);

} // namespace cerrado
