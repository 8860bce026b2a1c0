// Finds a polynomial from its values at w^0, w^1, ..., although some are missing and some are wrong.
//
// A polynomial of degree d has more values than coefficients: its values at e points are a word of a Reed-Solomon code.
// With s of them missing, t = floor((e - (d + 1) - s) / 2) wrong ones can be found and mended.
//
// Source: J. L. Massey, 1969; G. D. Forney, On decoding BCH codes, 1965.
#pragma once

#include "six/field/prime_field.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace cerrado::six {

// Stands where a value is missing. It is no residue.
inline constexpr std::uint32_t missing_value = ~std::uint32_t{0};

// Point i is w^i, where w is the field's root.
struct Decoded {
    std::vector<std::uint32_t> coefficients; // degree + 1, from the constant one up
    std::vector<std::size_t> wrong;          // the points whose given values are not the polynomial's, ascending
    std::vector<std::size_t> missing;        // ascending
};

// How many wrong values can be mended. It is 0, too, where the values do not suffice.
std::size_t mendable(std::size_t points, std::size_t degree, std::size_t missing);

// values[i] is that of point i, or missing_value.
//
// The polynomial is evaluated again at every point, and the values listed as wrong are exactly those that differ. They
// are at most mendable(...) ones. No other polynomial of this degree differs from so few. If more values than that are
// wrong, the word is refused, or it is as near to another polynomial and that one is returned: no decoder can tell.
//
// Throws InputError if fewer than degree + 1 values are there (it says both numbers), if more are wrong than can be
// mended, if a value is neither a residue nor missing, or if the points are too many for the field or its transforms.
// Cost: some 20 transforms of up to twice as many values as points, and (points - degree) products for a wrong value.
Decoded decode(PrimeField const& field, std::size_t degree, std::span<std::uint32_t const> values);

} // namespace cerrado::six
