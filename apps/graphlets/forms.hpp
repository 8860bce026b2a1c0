// The compiled passes over a graph.
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
    Sums sums; // valid if the run is complete
};

// Makes all sums for the patterns of 3 to `patterns` vertices, except 5-cycles and the cliques of the largest size.
SummedRun sum_cuts(Resident const& graph, int patterns, RunOptions const& options);

struct RolesRun : RunResult {
    SumsOfRoles sums; // valid if the run is complete; has no 5-cliques
};

// Makes all sums for the roles of vertices, except 5-cliques. Throws InputError for a graph whose neighbourhoods are
// too large.
RolesRun sum_roles(Resident const& graph, RunOptions const& options);
// Makes all sums for the roles of vertices in patterns of four vertices, except 4-cliques.
RolesRun sum_small_roles(Resident const& graph, RunOptions const& options);

struct EdgeRolesRun : RunResult {
    SumsOfEdges sums; // valid if the run is complete
};

// Makes all sums for the roles of edges, except 5-cliques. Throws InputError for a graph whose neighbourhoods or
// degrees are too large.
EdgeRolesRun sum_edge_roles(Resident const& graph, RunOptions const& options);

// Loads the kernels of sum_cuts() onto the device, or those of count_graphlets().
void warm_up_cuts(int patterns, RunOptions const& options);
void warm_up_count(int k, RunOptions const& options);

// Returns: the predicted size of the passes, as a few lines of text.
std::string estimate_cuts(Graph const& graph, int patterns, RunOptions const& options);

// Chooses the ends of wedges that a sweep looks for, and predicts the size of the sweep.

// Returns: a vertex number, as runs on the graph number vertices. All vertices below it have a degree below `least`. If
// the graph is numbered by rising degree, no other vertices have. A sweep may leave out exactly these ends, because it
// must tally an end by all neighbours or by none.
VertexId first_end(Resident const& graph, VertexId least);

// The size of a sweep, computed from the degrees.
struct SweepSize {
    WideCount wedges = 0;           // wedges u - a - x, each counted once
    std::uint64_t matrix_bytes = 0; // an upper bound, because neighbours without a triangle need no row
};
// `least` is the least degree of both ends of a wedge. Cost: one pass over the edges.
SweepSize size_of_sweep(Graph const& graph, VertexId least);
// Returns: the size as lines of text. `most_bytes` are the bytes of matrices at a time.
std::string describe(SweepSize const& size, std::uint64_t most_bytes);

// The limits for counting the roles of vertices and edges.

// Throws InputError if the matrices of all vertices, with `words` words of 64 bits, are too large to be in memory at
// once.
void require_room_for_roles(std::uint64_t words);

// Throws InputError if a graph's degrees are so large that the sums at an edge, which have 64 bits, may overflow.
void require_small_degrees(Graph const& graph);

} // namespace cerrado::cuts

namespace cerrado {

BoundApplication five_cycles_form(); // counts 5-cycles, on full warps

// Chooses the roots of 5-cycles that have a row of tallies in device memory. Returns: their number. They are the
// vertices with the highest numbers. It is 0 unless vertices are numbered by rising degree. Cost: one pass over the
// vertices.
VertexId rows_of_five_cycles(Resident const& graph);

} // namespace cerrado
