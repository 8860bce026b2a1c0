// Small directed graphs as one word. For vertices h < j and p = j(j-1)/2 + h, bit 2p is set if there is an arc from h
// to j, and bit 2p + 1 if there is one from j to h. Up to 9 vertices fit: as many
// as undirected patterns have.
#pragma once

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/pattern_kind.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <optional>
#include <string>

namespace cerrado {

inline constexpr int max_arcs_vertices = 9;

constexpr PatternWord arc_bit(int from, int to) {
    int const pair = from < to ? adjacency_bits(to) + from : adjacency_bits(from) + to;
    return PatternWord{1} << (2 * pair + (from < to ? 0 : 1)); // NOLINT(clang-analyzer-core.*): not negative
}

constexpr bool has_arc(PatternWord arcs, int from, int to) { return from != to && (arcs & arc_bit(from, to)) != 0; }

// The graph with one more vertex. `mask` has two bits for each other vertex: an arc from it, and an arc to it.
constexpr PatternWord extend_arcs(int k, PatternWord arcs, std::uint32_t mask) {
    return arcs | static_cast<PatternWord>(mask) << (2 * adjacency_bits(k));
}

// The undirected graph, in which two vertices are adjacent if there is an arc either way.
std::uint64_t without_directions(int k, PatternWord arcs);

// The arcs by their sources, then by their targets.
std::vector<std::pair<int, int>> arcs_of(int k, PatternWord arcs);

// The word of a pattern. Nothing if the pattern says more than its arcs, or has too many vertices.
std::optional<PatternWord> arcs_of(Pattern const& pattern);

// Throws InputError unless 1 <= k <= max_arcs_vertices and no bit beyond the k vertices is set.
void require_arcs(int k, PatternWord arcs);

// The digraph6 string of a directed graph as it is numbered. digraph6 is nauty's text form, the rows of the adjacency
// matrix.
std::string format_digraph6(int k, PatternWord arcs);

} // namespace cerrado
