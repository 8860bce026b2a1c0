// What Lagrange values at many points follow from, made on the host.
#pragma once

#include "six/field/prime_field.hpp"

#include <cstdint>
#include <vector>

namespace cerrado::six {

// For the points w^first, w^(first+1), ..., see LagrangeTable.
struct LagrangeValues {
    std::vector<std::uint32_t>
        inverses; // R - 1 + count: 1 / [first - R + 1 + i], in Montgomery form; 0 for [t] with t <= 0
    std::vector<std::uint32_t> products; // count: N, plain; 0 for a node
};

// Requires: first + count < p. Cost: 6 (R + count) products.
LagrangeValues lagrange_values(PrimeField const& field, std::uint64_t nodes, std::uint64_t first, std::uint64_t count);

} // namespace cerrado::six
