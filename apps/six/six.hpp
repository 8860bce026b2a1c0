// Counts with a proof: the matches of a pattern of up to six vertices, with a proof that anybody can check.
//
// Problem. Machines that are not trusted count a pattern of three to six vertices in a graph of up to 1024 vertices.
// Some may fail or lie. They must deliver a proof that anybody can check with one processor.
//
// Method. An instance has 15 matrices of 0 and 1, one for each pair of the vertices a to f (this header). The number X
// of injective maps of a to f is a sum over all six places of the product of 15 entries. Strassen's way to multiply
// matrices turns the sum into the values of a polynomial at R = 7^(r-q) nodes, where the graph has up to n = 2^r
// vertices, and q is the split: the high bits of a vertex that are summed over at each point. There are four steps.
// - evaluate: machines compute the polynomial at many points of two prime fields (evaluate/sides.hpp says how).
// - decode: the coefficients follow from the values, even if some values are missing or wrong, since the values are a
//   word of a Reed-Solomon code (proof.hpp). The coefficients are the proof.
// - verify: the checker compares the proof, at random points, with the polynomial of the checker's own instance.
// - count: the sum of the polynomial at the nodes gives X modulo each prime, and X gives the count.
// files.hpp defines the files that the steps exchange.
//
// Needs. The graph has 6 to 1024 vertices. The pattern is connected and has no anti-vertices. If it has fewer than six
// vertices, the rest of a to f may be any other vertices of the graph.
//
// Cost. The degree of the polynomial is at most d = 3 (R - 1), and a proof needs d + 1 values for each prime. A value
// takes 49 n^3 products on the host for q = 2. With one more bit of q there are a seventh of the points, and each point
// takes seven times as long. The cost does not depend on the edges of the graph. A check misses a wrong proof with
// probability d / (p - 1).
//
// Sources. P. Kaski, Engineering a Delegatable and Error-Tolerant Algorithm for Counting Small Subgraphs, ALENEX 2018.
// Decoding: J. L. Massey 1969 and G. D. Forney 1965.
#pragma once

#include <cerrado/apps/six.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cerrado::six {

// Makes the 15 matrices. Each tells at which pairs of the graph's vertices the pattern allows a pair of its own
// vertices. Requires: the pattern has at most six vertices and no anti-vertices, and the graph has arcs and labels if
// the pattern names any, and n = 2^bits is at least the number of vertices. Returns: the words as [pair][row][word],
// with n bits in a row. Cost: O(n^2 + n m / 64), and a search for each list entry if edges have labels.
std::vector<std::uint64_t> pair_matrices(Graph const& graph, Pattern const& pattern, bool induced, int bits);

// Returns: the items of the pattern, as parse_pattern() reads them.
std::string pattern_items(Pattern const& pattern);

// The limits of an instance.

inline constexpr std::uint64_t max_transform_points = std::uint64_t{1}
                                                      << 26; // the second prime has roots of unity of this order
inline constexpr int max_bits = 10;

// Returns: true if transforms for R = 7^(bits - split) nodes fit the limit. Requires: split <= bits.
bool transforms_fit(int bits, int split);

} // namespace cerrado::six
