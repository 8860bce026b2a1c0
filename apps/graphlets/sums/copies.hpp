// The numbers of copies of patterns, made of sums.
#pragma once

#include "graphlets/sums/sums.hpp"

#include <cerrado/graph/graph.hpp>

#include <array>
#include <vector>

namespace cerrado::cuts {

// Copies of the graphlets G0 to G29; those of more vertices than were counted are 0. Throws Error if a sum does not
// divide, which no graph can bring about.
using Copies = std::array<WideCount, 30>;
Copies copies_of(Graph const& graph, int patterns, Sums const& sums, WideCount cycles5, WideCount cliques);

// Copies of all graphs of k vertices, by small_graphs(k), with those that are not connected.
std::vector<WideCount> copies_of_all(Graph const& graph, int k, Sums const& sums, Copies const& connected);

} // namespace cerrado::cuts
