// Patterns as words: the adjacency of an undirected pattern, or the arcs of a directed one.
#pragma once

#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cerrado {

// Patterns are small graphs, or small directed graphs.

// The word of an undirected pattern has a bit for each two adjacent vertices, see adjacency_bit(). The word of a
// directed one has a bit for each arc, see arc_bit().
enum class PatternKind : std::uint8_t { undirected, directed };

// The word of a pattern of either kind. Undirected patterns need only 64 bits.
using PatternWord = unsigned __int128;

// Small graphs as one word: bit j(j-1)/2 + h is set if vertices h < j are adjacent. Up to 11 vertices fit.

inline constexpr int max_adjacency_vertices = 11;

constexpr int adjacency_bits(int k) { return k * (k - 1) / 2; }

// The bit of the edge between two different vertices, in either order.
constexpr std::uint64_t adjacency_bit(int u, int v) {
    int const low = u < v ? u : v;
    int const high = u < v ? v : u;
    return std::uint64_t{1} << (adjacency_bits(high) + low); // NOLINT(clang-analyzer-core.*): vertices are not negative
}

constexpr bool adjacent(std::uint64_t adjacency, int u, int v) {
    return u != v && (adjacency & adjacency_bit(u, v)) != 0;
}

// Returns: the graph with one more vertex, which is adjacent to the vertices of `mask`.
constexpr std::uint64_t extend_adjacency(int k, std::uint64_t adjacency, std::uint32_t mask) {
    return adjacency | static_cast<std::uint64_t>(mask) << adjacency_bits(k);
}

// The edges h < j in the order of their bits: by j, then by h.
std::vector<std::pair<int, int>> edges_of(int k, std::uint64_t adjacency);

// Throws InputError unless 1 <= k <= max_adjacency_vertices and no bit beyond the k vertices is set.
void require_adjacency(int k, std::uint64_t adjacency);

// Small directed graphs as one word. For vertices h < j and p = j(j-1)/2 + h, bit 2p is set if there is an arc from h
// to j, and bit 2p + 1 if there is one from j to h. Up to 9 vertices fit.

inline constexpr int max_arcs_vertices = 9;

constexpr PatternWord arc_bit(int from, int to) {
    int const pair = from < to ? adjacency_bits(to) + from : adjacency_bits(from) + to;
    return PatternWord{1} << (2 * pair + (from < to ? 0 : 1)); // NOLINT(clang-analyzer-core.*): not negative
}

constexpr bool has_arc(PatternWord arcs, int from, int to) { return from != to && (arcs & arc_bit(from, to)) != 0; }

// Returns: the graph with one more vertex. `mask` has two bits for each other vertex: an arc from it, and an arc to it.
constexpr PatternWord extend_arcs(int k, PatternWord arcs, std::uint32_t mask) {
    return arcs | static_cast<PatternWord>(mask) << (2 * adjacency_bits(k));
}

// Returns: the undirected graph. Two of its vertices are adjacent if there is an arc between them in either direction.
std::uint64_t without_directions(int k, PatternWord arcs);

// The arcs by their sources, then by their targets.
std::vector<std::pair<int, int>> arcs_of(int k, PatternWord arcs);

// Returns: the word of a pattern. Returns nothing if the pattern has conditions besides its arcs, or too many vertices.
std::optional<PatternWord> arcs_of(Pattern const& pattern);

// Throws InputError unless 1 <= k <= max_arcs_vertices and no bit beyond the k vertices is set.
void require_arcs(int k, PatternWord arcs);

// Returns: the digraph6 string of a directed graph with its own numbering. digraph6 is nauty's text form. It has the
// rows of the adjacency matrix.
std::string format_digraph6(int k, PatternWord arcs);

} // namespace cerrado
