// Counts the cliques of a small graph, by size, by taking its complement apart. So the host counts a leaf of pivoting.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// When a rest is counted by its complement instead of being branched on.
struct Factoring {
    std::uint32_t most_vertices; // of the rest
    int least_sizes;             // number of clique sizes sought, without the traversal's own; branching reaches fewer
                                 // sizes sooner
};
// Among this many vertices the cliques of a size are fewer than 2^93, so no sum here overflows.
inline constexpr Factoring factoring_by_lane{96, 8};
// Among these they are fewer than 2^61, see clique_polynomial_warp.hpp.
inline constexpr Factoring factoring_by_warp{64, 8};
// Only a component of 3 vertices or more is branched on.
inline constexpr std::uint32_t most_factor_frames = factoring_by_warp.most_vertices - 2;

struct CliquePolynomial {
    WideCount of_size[factoring_by_lane.most_vertices + 1]; // [s]: cliques of s vertices, the empty one included
};

// Counts the cliques of the members in `row`, by size. `row` has at most factoring_by_lane.most_vertices members. Their
// rows in `matrix` have `words` words each. Returns: the largest size that occurs.
//
// A clique is a set of vertices no two of which are joined in the complement. If the complement falls into components,
// their polynomials multiply. A component that is more than a path or a cycle is branched on at its vertex of most
// complement neighbours, which is taken or left out. Large and nearly complete neighbourhoods defeat pivoting, but
// their sparse complements soon fall apart.
std::uint32_t clique_polynomial(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words,
                                CliquePolynomial& sizes);

} // namespace cerrado
