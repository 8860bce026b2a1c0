// Number-theoretic transforms, and the products of polynomials that they give.
//
// Lengths are powers of two up to 2^two_power of the field. Whatever needs a longer transform throws InputError, which
// says how long.
#pragma once

#include "six/field/prime_field.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace cerrado::six {

// Replaces `values`, a_0 to a_(n-1), by the sums over i of a_i r^(ik), where r is root^((p-1)/n) and k = 0..n-1. The
// order of k is that of its bits reversed.
// Requires: n is a power of two.
// Cost: n log n.
void transform(PrimeField const& field, std::span<std::uint32_t> values);

// Takes the values back, from the order of reversed bits. They come multiplied by n.
void transform_back(PrimeField const& field, std::span<std::uint32_t> values);

// The product of two polynomials. It has a.size() + b.size() - 1 coefficients; it has none if one of them has none.
std::vector<std::uint32_t> convolve(PrimeField const& field, std::span<std::uint32_t const> a,
                                    std::span<std::uint32_t const> b);

// The sums over i of a_i b_(i+k), for k = 0..count-1. What b lacks counts as 0.
// Cost: transforms of a.size() + count - 1 values.
std::vector<std::uint32_t> correlate(PrimeField const& field, std::span<std::uint32_t const> a,
                                     std::span<std::uint32_t const> b, std::size_t count);

} // namespace cerrado::six
