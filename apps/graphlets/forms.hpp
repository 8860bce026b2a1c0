// The passes over a graph, compiled.
#pragma once

#include "graphlets/copies.hpp"
#include "graphlets/sums/sums.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/result.hpp>

#include <cstdint>
#include <string>

namespace cerrado::cuts {

struct SummedRun : RunResult {
    Sums sums; // if the run is complete
};

// Everything that the patterns of 3 to `patterns` vertices need, but 5-cycles and the cliques of the largest size.
SummedRun sum_cuts(Resident const& graph, int patterns, RunOptions const& options);

struct RolesRun : RunResult {
    SumsOfRoles sums; // if the run is complete; without cliques of five
};

// Everything that the roles of vertices need, but 5-cliques. Throws InputError for a graph whose neighbourhoods are too
// large.
RolesRun sum_roles(Resident const& graph, RunOptions const& options);
// What those in patterns of four vertices need, but 4-cliques.
RolesRun sum_small_roles(Resident const& graph, RunOptions const& options);

struct EdgeRolesRun : RunResult {
    SumsOfEdges sums; // if the run is complete
};

// The same for the roles of edges.
EdgeRolesRun sum_edge_roles(Resident const& graph, RunOptions const& options);

// What they would need: a few lines for a person.
std::string estimate_cuts(Graph const& graph, int patterns, RunOptions const& options);

// Which ends of wedges a sweep looks for, and how much that is.

// Returns: the number, as runs on the graph number it, below which all vertices have a degree below `least`. By rising
// degree no other vertex has. A sweep may leave out these ends, but no others: it tallies each end by all neighbours or
// by none.
VertexId first_end(Resident const& graph, VertexId least);

// What a sweep goes over, as far as degrees tell.
struct SweepSize {
    WideCount wedges = 0;           // u - a - x, each once
    std::uint64_t matrix_bytes = 0; // at most, since neighbours without a triangle need none
};
// `least`: the degree that both ends of a wedge have at least. Cost: the edges.
SweepSize size_of_sweep(Graph const& graph, VertexId least);
std::string describe(SweepSize const& size, std::uint64_t most_bytes); // of matrices at a time; lines for a person

// Up to where the roles of vertices and edges are counted.

// Throws InputError if the matrices of all vertices, so many words of 64 bits, are too large to be there at once.
void require_room_for_roles(std::uint64_t words);

// Sums at an edge have 64 bits. Throws InputError for a graph with degrees that may lead beyond.
void require_small_degrees(Graph const& graph);

} // namespace cerrado::cuts

namespace cerrado {

BoundApplication five_cycles_form(); // counts them, on full warps

// Which roots of the 5-cycles have a row of tallies in device memory. Returns: how many, the vertices with the highest
// numbers. None unless vertices are numbered by rising degree. Cost: the vertices.
VertexId rows_of_five_cycles(Resident const& graph);

} // namespace cerrado
