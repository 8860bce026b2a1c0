// The Lagrange polynomials of the nodes w^0..w^(R-1): h_l is 1 at w^l and 0 at the other nodes.
//
// With x = w^e, [t] = w^t - 1 and N = [e] [e-1] ... [e-R+1], h_l(x) is N c_l / [e-l].
#pragma once

#include "six/field/prime_field.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace cerrado::six {

class LagrangeNodes {
public:
    // Requires: nodes is 1 or more. Throws InputError unless there are fewer nodes than p.
    LagrangeNodes(PrimeField const& field, std::size_t nodes);

    // c_l = (-1)^g w^(g(g+1)/2) / ([l]! [g]!), where g = R-1-l: R plain residues.
    std::span<std::uint32_t const> factors() const { return factors_; }

    // h_l(x) for l = 0..R-1. x may be any residue, also 0 or a node.
    // Cost: 6 R products.
    std::vector<std::uint32_t> values_at(std::uint32_t x) const;

private:
    PrimeField field_;
    std::vector<std::uint32_t> factors_;
};

} // namespace cerrado::six
