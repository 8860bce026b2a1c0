// The 15 matrices of a graph and a pattern: where the pattern allows two of its vertices to be.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cerrado::six {

// Requires: the pattern has at most six vertices, none of them an anti-vertex, and the graph has the arcs and labels
// that it names. n = 2^bits is not below the number of vertices. Returns: [pair][row][word], n bits a row. Cost: O(n^2
// + n m / 64) and a search for each entry of the lists if edges have labels.
std::vector<std::uint64_t> pair_matrices(Graph const& graph, Pattern const& pattern, bool induced, int bits);

// What the pattern says, as parse_pattern() reads it.
std::string pattern_items(Pattern const& pattern);

} // namespace cerrado::six
