// The cliques of a small graph, by size, by taking its complement apart: a host's way to count a leaf of pivoting.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// When a rest is counted by its complement instead of being branched on.
struct Factoring {
    std::uint32_t most_vertices; // of the rest
    int least_sizes;             // of cliques sought, the traversal's own aside: fewer are reached sooner by branching
};
// Of so many vertices the cliques of a size are fewer than 2^93, so that no sum here overflows.
inline constexpr Factoring factoring_by_lane{96, 8};
// And fewer than 2^61, see clique_polynomial_warp.hpp.
inline constexpr Factoring factoring_by_warp{64, 8};
// What is branched on has 3 vertices or more.
inline constexpr std::uint32_t most_factor_frames = factoring_by_warp.most_vertices - 2;

struct CliquePolynomial {
    WideCount of_size[factoring_by_lane.most_vertices + 1]; // [s]: cliques of s vertices, the empty one included
};

// Of the members in `row`, at most factoring_by_lane.most_vertices of them, whose rows in `matrix` are `words` each.
// Returns the largest size that occurs.
//
// A clique is a set of vertices no two of which are joined in the complement, so where the complement falls into
// components the polynomials of the components multiply; a component that is more than a path or a cycle is branched on
// at its vertex of most complement neighbours, taken or left out. Neighbourhoods that defeat pivoting, large and nearly
// complete, have sparse complements that soon fall apart.
std::uint32_t clique_polynomial(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words,
                                CliquePolynomial& sizes);

} // namespace cerrado
