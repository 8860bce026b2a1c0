// A random simple graph in which every vertex has degree d.
#pragma once

#include <cerrado/graph/generate/random_source.hpp>
#include <cerrado/graph/graph.hpp>

namespace cerrado {

// Uses the pairing model, and switches its self-loops and repeated edges away (McKay and Wormald 1990). If d is above
// half of the vertices, it draws the complement. Requires: d < n or d == 0, n * d even. O(n d + d^3) expected, 16 bytes
// per edge.
std::vector<Edge> random_regular_edges(std::uint64_t n, std::uint64_t d, RandomSource& random);

} // namespace cerrado
