// Polynomials and their values at points in geometric progression. A polynomial is its coefficients, from the constant
// one up. The points of an interpolation are w^0, w^1, ..., where w is the field's root.
//
// Requires: there are fewer points than p. Where a transform becomes too long for the field, the functions throw
// InputError, which says how long.
// Source: L. Bluestein, 1970, with binomials i (i - 1) / 2 in place of squares; A. Bostan and E. Schost, Polynomial
// evaluation and interpolation on special sets of points, 2005.
#pragma once

#include "six/field/prime_field.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace cerrado::six {

// The values at first, first step, ..., first step^(count-1).
// Requires: step is not 0.
// Cost: three transforms of coefficients.size() + count - 1 values.
std::vector<std::uint32_t> values_on_progression(PrimeField const& field, std::span<std::uint32_t const> coefficients,
                                                 std::uint32_t first, std::uint32_t step, std::size_t count);

// The polynomial of degree < values.size() that has these values at the points.
// Cost: six transforms of 2 values.size() - 1 values.
std::vector<std::uint32_t> interpolate_progression(PrimeField const& field, std::span<std::uint32_t const> values);

// The same in parts, for those who know the degree or change values. Write Z for the product of x - w^i over i =
// 0..points-1, and Z' for its derivative.

// The coefficients of Z: points + 1 of them.
std::vector<std::uint32_t> master_polynomial(PrimeField const& field, std::size_t points);

// 1 / Z'(w^i) for every point.
std::vector<std::uint32_t> point_weights(PrimeField const& field, std::size_t points);

// Multiplies the values by the weights, one by one.
void multiply_each(PrimeField const& field, std::span<std::uint32_t> values, std::span<std::uint32_t const> weights);

// The first `count` coefficients of the polynomial whose values at the points, multiplied by their weights, are
// `weighted`.
// Requires: its degree is less than count, and count is at most weighted.size().
std::vector<std::uint32_t> interpolate_weighted(PrimeField const& field, std::span<std::uint32_t const> weighted,
                                                std::size_t count);

} // namespace cerrado::six
