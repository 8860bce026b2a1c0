// What a warp keeps about a branch while it counts a leaf of pivoting by its complement, see
// clique_polynomial_warp.hpp.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

struct FactorFrame {
    struct Coefficients {
        Count low, high;
    };
    std::uint64_t rest;             // vertices beside the component that is branched on
    std::uint64_t taken;            // of the component, if its vertex is taken
    int factor_degree, left_degree; // left_degree -1: the branch without the vertex is not done
    Coefficients factor[32];        // the product so far, by lane
    Coefficients left[32];          // of the branch without the vertex
};

} // namespace cerrado
