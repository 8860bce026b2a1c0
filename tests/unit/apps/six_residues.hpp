// What tests of polynomials over the proof's fields share: random residues, and values by the definition.
#pragma once

#include "six/field.hpp"

#include <cstddef>
#include <random>
#include <span>
#include <vector>

namespace cerrado::test {

using Residues = std::vector<std::uint32_t>;

inline Residues random_residues(six::PrimeField const& field, std::size_t count, std::mt19937_64& random) {
    Residues residues(count);
    for (std::uint32_t& residue : residues) residue = static_cast<std::uint32_t>(random() % field.p);
    return residues;
}

// The sum of the terms, each power by itself.
inline std::uint32_t slow_value(six::PrimeField const& field, std::span<std::uint32_t const> coefficients,
                                std::uint32_t x) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
        sum += std::uint64_t{coefficients[i]} * field.power(x, i) % field.p;
    }
    return static_cast<std::uint32_t>(sum % field.p);
}

// The values at w^0, w^1, ...
inline Residues slow_values(six::PrimeField const& field, std::span<std::uint32_t const> coefficients,
                            std::size_t points) {
    Residues values(points);
    for (std::size_t i = 0; i < points; ++i) values[i] = slow_value(field, coefficients, field.power(field.root, i));
    return values;
}

} // namespace cerrado::test
