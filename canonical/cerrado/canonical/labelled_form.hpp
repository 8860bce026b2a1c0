// The canonical order of a small graph whose vertices and arcs bear labels.
#pragma once

#include <cerrado/canonical/adjacency.hpp>

#include <array>
#include <cstdint>

namespace cerrado {

// An edge is an arc either way with the same number.
struct LabelledGraph {
    int k = 0; // vertices, at most max_adjacency_vertices
    std::array<std::uint32_t, max_adjacency_vertices> labels{};
    // For each source and target: 0 if there is no arc, else a number that stands for its label.
    std::array<std::array<std::uint32_t, max_adjacency_vertices>, max_adjacency_vertices> arcs{};
};

// Returns: the same graph with its vertices in canonical order, the same for all isomorphic graphs and for no other ones.
// Labels ascend. A few microseconds. Any thread may call it.
// Throws InputError for a number of vertices that is not 1 to max_adjacency_vertices, and if it and the bits of the
// largest number make more than 64 together.
// Source: nauty, with a copy of each vertex for each bit of the numbers, as its manual says.
LabelledGraph canonical_labelled(LabelledGraph const& graph);

} // namespace cerrado
