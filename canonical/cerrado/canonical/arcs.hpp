// Small directed graphs as one word. For vertices h < j and p = j(j-1)/2 + h, bit 2p is set if there is an arc from h
// to j, and bit 2p + 1 if there is one from j to h. Up to 8 vertices fit.
#pragma once

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <optional>
#include <string>

namespace cerrado {

inline constexpr int max_arcs_vertices = 8;

constexpr std::uint64_t arc_bit(int from, int to) {
    int const pair = from < to ? adjacency_bits(to) + from : adjacency_bits(from) + to;
    return std::uint64_t{1} << (2 * pair + (from < to ? 0 : 1)); // NOLINT(clang-analyzer-core.*): not negative
}

constexpr bool has_arc(std::uint64_t arcs, int from, int to) { return from != to && (arcs & arc_bit(from, to)) != 0; }

// The graph with one more vertex. `mask` has two bits for each other vertex: an arc from it, and an arc to it.
constexpr std::uint64_t extend_arcs(int k, std::uint64_t arcs, std::uint32_t mask) {
    return arcs | static_cast<std::uint64_t>(mask) << (2 * adjacency_bits(k));
}

// The undirected graph, in which two vertices are adjacent if there is an arc either way.
std::uint64_t without_directions(int k, std::uint64_t arcs);

// The arcs by their sources, then by their targets.
std::vector<std::pair<int, int>> arcs_of(int k, std::uint64_t arcs);

// The word of a pattern. Nothing if the pattern says more than its arcs, or has too many vertices.
std::optional<std::uint64_t> arcs_of(Pattern const& pattern);

// Throws InputError unless 1 <= k <= max_arcs_vertices and no bit beyond the k vertices is set.
void require_arcs(int k, std::uint64_t arcs);

// The digraph6 string of a directed graph as it is numbered. digraph6 is nauty's text form, the rows of the adjacency
// matrix.
std::string format_digraph6(int k, std::uint64_t arcs);

} // namespace cerrado
