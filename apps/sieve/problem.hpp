// The question of a sieve: a graph, colours and a motif. Also finds the part of the graph that can have a match.
#pragma once

#include <cerrado/apps/sieve.hpp>

#include <span>
#include <string_view>

namespace cerrado {

// Reads a graph, colours and a motif from one file, in the format of the programs of Kaski, Lauri and Thejaswi. Reads
// text in memory as read_sieve_problem() reads a file. `path` is the file's name in messages.
SieveProblem parse_sieve_problem(std::string_view text, std::string const& path);

// Drops vertices before the sieve that cannot be in a match.

// Returns: the shade of each vertex; bit l is set if entry l of the motif accepts the vertex. Throws InputError unless
// there are colours for each vertex and the motif has 1 to 30 entries.
std::vector<std::uint32_t> shades_of(ColouredMotif const& motif, VertexColours const& colours, Graph const& graph);

// Returns: true if each of the k entries can be given to a different vertex.
bool can_fill(int k, std::span<std::uint32_t const> shades);

// The parts of the graph that may hold a match. Vertices of shade 0 are dropped, and so are components that cannot fill
// the motif.
struct ReducedGraph {
    Graph graph;
    std::vector<VertexId> positions; // ascending positions of the vertices in the given graph
    std::vector<std::uint32_t> shades;
};
ReducedGraph reduce(Graph const& graph, int k, std::span<std::uint32_t const> shades);

// Restricts `reduced` to some of its vertices. `positions` are their ascending positions in the given graph.
ReducedGraph restrict_to(ReducedGraph const& reduced, int k, std::span<VertexId const> positions);

} // namespace cerrado
