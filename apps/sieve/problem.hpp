// What a sieve is asked: a graph, colours and a motif, and which part of the graph can have a match.
#pragma once

#include <cerrado/apps/sieve.hpp>

#include <span>
#include <string_view>

namespace cerrado {

// Graph, colours and motif in one file, as the programs of Kaski, Lauri and Thejaswi read them.
// Does what read_sieve_problem() does, over text in memory. `path` serves the messages.
SieveProblem parse_sieve_problem(std::string_view text, std::string const& path);

// Finds, before the sieve, vertices that cannot be in a match, whatever is drawn.

// For each vertex the entries of the motif that accept it, bit l for entry l. Throws InputError if there are not
// colours for each vertex, or the motif has no entry or more than 30.
std::vector<std::uint32_t> shades_of(ColouredMotif const& motif, VertexColours const& colours, Graph const& graph);

// Whether each of k entries can have a vertex of its own.
bool can_fill(int k, std::span<std::uint32_t const> shades);

// The parts of the graph that may hold a match: the components, of vertices with a shade other than 0, that can fill
// the motif.
struct ReducedGraph {
    Graph graph;
    std::vector<VertexId> positions; // of its vertices in the graph as it was given; ascending
    std::vector<std::uint32_t> shades;
};
ReducedGraph reduce(Graph const& graph, int k, std::span<std::uint32_t const> shades);

// Restricts it to some of its vertices, given by ascending positions in the graph as it was given.
ReducedGraph restrict_to(ReducedGraph const& reduced, int k, std::span<VertexId const> positions);

} // namespace cerrado
