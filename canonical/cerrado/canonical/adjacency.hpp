// Small graphs as one word: bit j(j-1)/2 + h is set if vertices h < j are adjacent. Up to 11 vertices fit.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace cerrado {

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

// The graph with one more vertex, adjacent to the vertices of `mask`.
constexpr std::uint64_t extend_adjacency(int k, std::uint64_t adjacency, std::uint32_t mask) {
    return adjacency | static_cast<std::uint64_t>(mask) << adjacency_bits(k);
}

// The edges h < j, by j, then by h. This is the order of the bits.
std::vector<std::pair<int, int>> edges_of(int k, std::uint64_t adjacency);

// Throws InputError unless 1 <= k <= max_adjacency_vertices and no bit beyond the k vertices is set.
void require_adjacency(int k, std::uint64_t adjacency);

} // namespace cerrado
