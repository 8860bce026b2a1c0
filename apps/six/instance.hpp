// An instance: the 15 matrices of a graph and a pattern, and what it must fulfil.
#pragma once

#include <cerrado/apps/six.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cerrado::six {

// Where the pattern allows two of its vertices to be.
// Requires: the pattern has at most six vertices, none of them an anti-vertex, and the graph has the arcs and labels
// that it names. n = 2^bits is not below the number of vertices. Returns: [pair][row][word], n bits a row. Cost: O(n^2
// + n m / 64) and a search for each entry of the lists if edges have labels.
std::vector<std::uint64_t> pair_matrices(Graph const& graph, Pattern const& pattern, bool induced, int bits);

// What the pattern says, as parse_pattern() reads it.
std::string pattern_items(Pattern const& pattern);

// What an instance must fulfil.

inline constexpr std::uint64_t max_transform_points = std::uint64_t{1} << 26; // as the second prime has roots for
inline constexpr int max_bits = 10;

// Whether transforms for R = 7^(bits - split) nodes fit. Requires: split <= bits.
bool transforms_fit(int bits, int split);

} // namespace cerrado::six
