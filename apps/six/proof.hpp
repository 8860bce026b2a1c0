// The proof polynomial: reads the count from it, finds it although values are missing or wrong, and computes how sure a
// check is.
#pragma once

#include "six/field.hpp"

#include <cerrado/apps/six.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace cerrado::six {

// The sum of the polynomial's values at the nodes, and the count that the sums of both primes give.

// Returns: the value of the polynomial at x.
std::uint32_t value_at(PrimeField const& field, std::span<std::uint32_t const> coefficients, std::uint32_t x);

// Returns: the sum of the values at w^0..w^(nodes-1), where w is the field's root. Requires: there are fewer than p
// coefficients. Cost: O(1) products for each coefficient; the number of nodes does not matter.
std::uint32_t sum_over_nodes(PrimeField const& field, std::span<std::uint32_t const> coefficients, std::uint64_t nodes);

// Returns: the number below p q that is `first` modulo p and `second` modulo q, where p and q are the primes of
// `fields`.
WideCount count_of_residues(std::uint32_t first, std::uint32_t second);

// The shortest linear recurrence of a sequence over a prime field.
//
// Source: J. L. Massey, Shift-register synthesis and BCH decoding, 1969.

// Returns: c_0 = 1, c_1, ..., c_L with the smallest L for which the sum over i of c_i s_(n-i) is 0 for each n from L
// on. c_L may be 0. The result is empty if L would be more than `longest`. Cost: the product of the sequence's length
// and L.
std::vector<std::uint32_t> shortest_recurrence(PrimeField const& field, std::span<std::uint32_t const> sequence,
                                               std::size_t longest);

// Finds a polynomial from its values at w^0, w^1, ..., although some are missing and some are wrong.
//
// The values of a polynomial of degree d at e > d + 1 points are a word of a Reed-Solomon code. If s values are
// missing, up to t = floor((e - (d + 1) - s) / 2) wrong values can be found and mended.
//
// Source: J. L. Massey, 1969; G. D. Forney, On decoding BCH codes, 1965.

// The mark of a missing value. It is no residue.
inline constexpr std::uint32_t missing_value = ~std::uint32_t{0};

// Point i is w^i, where w is the field's root.
struct Decoded {
    std::vector<std::uint32_t> coefficients; // degree + 1, from the constant one up
    std::vector<std::size_t> wrong;          // ascending points whose given values are not those of the polynomial
    std::vector<std::size_t> missing;        // ascending points without a value
};

// Returns: the number of wrong values that can be mended. It is also 0 if there are too few values.
std::size_t mendable(std::size_t points, std::size_t degree, std::size_t missing);

// Finds the polynomial. values[i] is the value at point i, or missing_value.
//
// The polynomial is evaluated again at each point, and exactly the values that differ are listed as wrong. There are at
// most mendable(...) of them, and each other polynomial of this degree differs at more points. If more values are
// really wrong, decode() usually throws. If they happen to be near another polynomial, it returns that one, which no
// decoder can notice.
//
// Throws InputError if there are fewer than degree + 1 values (the message has both numbers), if more values are wrong
// than can be mended, if a value is neither a residue nor missing, or if there are too many points for the field or its
// transforms. Cost: about 20 transforms of up to twice as many values as points, and (points - degree) products for
// each wrong value.
Decoded decode(PrimeField const& field, std::size_t degree, std::span<std::uint32_t const> values);

// Computes how sure a check of the proof is.

// A wrong polynomial has the right value at no more than d of the p - 1 points. So a check of a random point misses it
// with a probability of at most d / (p - 1). Returns: minus the logarithm of this number to base 2, for the smaller
// prime.
double bits_of_check(SixInstance const& instance);

// Returns: the number of checks of each prime that miss a wrong proof with a probability of at most 2^-soundness.
// Throws InputError unless the soundness is above 0 and at most 1000.
int checks_for(SixInstance const& instance, double soundness);

} // namespace cerrado::six
