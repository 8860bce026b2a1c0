// Before the sieve: vertices that cannot be in a match, whatever is drawn.
#pragma once

#include <cerrado/apps/sieve.hpp>

#include <span>

namespace cerrado {

// Of each vertex the entries of the motif that accept it, bit l for entry l. Throws InputError where the colours are not
// those of as many vertices, or a motif has no entry or more than 30.
std::vector<std::uint32_t> shades_of(ColouredMotif const& motif, VertexColours const& colours, Graph const& graph);

// Whether each of k entries can have a vertex of its own.
bool can_fill(int k, std::span<std::uint32_t const> shades);

// The parts of the graph that may hold a match: its vertices of a shade other than 0, by components that can fill the
// motif.
struct ReducedGraph {
    Graph graph;
    std::vector<VertexId> positions; // of its vertices, in the graph as it was given; ascending
    std::vector<std::uint32_t> shades;
};
ReducedGraph reduce(Graph const& graph, int k, std::span<std::uint32_t const> shades);

// The same of some of its vertices, ascending positions in the graph as it was given.
ReducedGraph restrict_to(ReducedGraph const& reduced, int k, std::span<VertexId const> positions);

} // namespace cerrado
