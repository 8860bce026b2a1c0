// What the proof polynomial says: the sum of its values at the nodes, and the count that two such sums give.
#pragma once

#include "six/field/prime_field.hpp"

#include <cstddef>
#include <span>

namespace cerrado::six {

// The value at x.
std::uint32_t value_at(PrimeField const& field, std::span<std::uint32_t const> coefficients, std::uint32_t x);

// The sum of the values at w^0..w^(nodes-1), where w is the field's root.
// Requires: there are fewer than p coefficients.
// Cost: O(1) products for each coefficient; the number of nodes does not matter.
std::uint32_t sum_over_nodes(PrimeField const& field, std::span<std::uint32_t const> coefficients, std::uint64_t nodes);

// The number below p q that is `first` modulo p and `second` modulo q, where p and q are the primes of `fields`.
WideCount count_of_residues(std::uint32_t first, std::uint32_t second);

} // namespace cerrado::six
