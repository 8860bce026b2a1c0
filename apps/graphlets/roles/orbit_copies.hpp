// The copies of graphlets in which a vertex has each role, made of sums.
#pragma once

#include "graphlets/roles/roles.hpp"

#include <cerrado/graph/graph.hpp>

#include <span>
#include <vector>

namespace cerrado::cuts {

// What the passes leave, in the order of the given graph. `triangles` and `edges` have an entry for each direction of an
// edge.
struct SumsOfRoles {
    std::vector<std::uint32_t> triangles;
    std::vector<AtEdge> edges;
    std::vector<SumsOfVertex> vertices;
    std::vector<WideCount> cliques5; // by vertex
};

// Returns: for each vertex a row of 73 numbers, by ORCA's orbit. Numbers are modulo 2^128 on the way.
// Cost: O(n + m), shared by the threads (0: one per hardware thread).
std::vector<WideCount> copies_at_vertices(Graph const& graph, SumsOfRoles const& sums, int threads);

} // namespace cerrado::cuts
