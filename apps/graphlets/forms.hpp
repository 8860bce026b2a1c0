// The passes over a graph, compiled.
#pragma once

#include "graphlets/roles/edge_copies.hpp"
#include "graphlets/roles/orbit_copies.hpp"
#include "graphlets/sums/sums.hpp"

#include <cerrado/run/options.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/result.hpp>

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

struct EdgeRolesRun : RunResult {
    SumsOfEdges sums; // if the run is complete
};

// The same for the roles of edges.
EdgeRolesRun sum_edge_roles(Resident const& graph, RunOptions const& options);

// What they would need: a few lines for a person.
std::string estimate_cuts(Graph const& graph, int patterns, RunOptions const& options);

} // namespace cerrado::cuts
