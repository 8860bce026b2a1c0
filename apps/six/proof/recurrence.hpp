// The shortest linear recurrence of a sequence over a prime field.
//
// Source: J. L. Massey, Shift-register synthesis and BCH decoding, 1969.
#pragma once

#include "six/field/prime_field.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace cerrado::six {

// Returns: c_0 = 1, c_1, ..., c_L with the smallest L, such that the sum over i of c_i s_(n-i) is 0 for every n from L
// on. c_L may be 0. Returns nothing if L would be more than `longest`.
// Cost: the product of the sequence's length and L.
std::vector<std::uint32_t> shortest_recurrence(PrimeField const& field, std::span<std::uint32_t const> sequence,
                                               std::size_t longest);

} // namespace cerrado::six
