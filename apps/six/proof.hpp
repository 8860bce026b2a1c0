// The proof polynomial: what it says, how it is found although values are missing or wrong, and how sure a check is.
#pragma once

#include "six/field.hpp"

#include <cerrado/apps/six.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace cerrado::six {

// What it says: the sum of its values at the nodes, and the count that two such sums give.

// The value at x.
std::uint32_t value_at(PrimeField const& field, std::span<std::uint32_t const> coefficients, std::uint32_t x);

// The sum of the values at w^0..w^(nodes-1), where w is the field's root.
// Requires: there are fewer than p coefficients.
// Cost: O(1) products for each coefficient; the number of nodes does not matter.
std::uint32_t sum_over_nodes(PrimeField const& field, std::span<std::uint32_t const> coefficients, std::uint64_t nodes);

// The number below p q that is `first` modulo p and `second` modulo q, where p and q are the primes of `fields`.
WideCount count_of_residues(std::uint32_t first, std::uint32_t second);

// The shortest linear recurrence of a sequence over a prime field.
//
// Source: J. L. Massey, Shift-register synthesis and BCH decoding, 1969.

// Returns: c_0 = 1, c_1, ..., c_L with the smallest L, such that the sum over i of c_i s_(n-i) is 0 for every n from L
// on. c_L may be 0. Returns nothing if L would be more than `longest`.
// Cost: the product of the sequence's length and L.
std::vector<std::uint32_t> shortest_recurrence(PrimeField const& field, std::span<std::uint32_t const> sequence,
                                               std::size_t longest);

// Finds a polynomial from its values at w^0, w^1, ..., although some are missing and some are wrong.
//
// A polynomial of degree d has more values than coefficients: its values at e points are a word of a Reed-Solomon code.
// With s of them missing, t = floor((e - (d + 1) - s) / 2) wrong ones can be found and mended.
//
// Source: J. L. Massey, 1969; G. D. Forney, On decoding BCH codes, 1965.

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

// How sure a check of the proof is.

// A wrong polynomial is right at d of the p - 1 points at most. So a check of a random point misses it with a
// probability of d / (p - 1). Returns: minus the logarithm of that to base 2, for the smaller prime.
double bits_of_check(SixInstance const& instance);

// How many checks of each prime miss a wrong proof with a probability of 2^-soundness at most. Throws InputError unless
// the soundness is above 0 and at most 1000.
int checks_for(SixInstance const& instance, double soundness);

} // namespace cerrado::six
