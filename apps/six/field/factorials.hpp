// The factorials of the root w: [n]! = [1] [2] ... [n], where [t] = w^t - 1. Products of differences of powers of w are
// such factorials.
#pragma once

#include "six/field/prime_field.hpp"

#include <cstddef>
#include <vector>

namespace cerrado::six {

// Residues in Montgomery form, as in products.hpp.
struct Factorials {
    std::vector<std::uint32_t> values;   // [n]! for n = 0..count-1
    std::vector<std::uint32_t> inverses; // 1 / [n]!

    // Throws InputError unless count is below p: further factorials are 0.
    // Cost: one inversion and 5 count products.
    Factorials(PrimeField const& field, std::size_t count);
};

} // namespace cerrado::six
