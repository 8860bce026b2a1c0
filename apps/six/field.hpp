// The two prime fields of the proof, and polynomials over them: products, transforms, Lagrange values, interpolation.
#pragma once

#include <cerrado/core/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cerrado::six {

// An element is a residue: a number from 0 to p - 1. Requires: p is an odd prime below 2^31, `root` generates its
// multiplicative group, and 2^two_power divides p - 1. The arguments of the functions are residues.
struct PrimeField {
    std::uint32_t p;
    std::uint32_t root;
    int two_power;

    CERRADO_FN constexpr std::uint32_t add(std::uint32_t a, std::uint32_t b) const {
        return a + b < p ? a + b : a + b - p;
    }
    CERRADO_FN constexpr std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const {
        return a < b ? a + p - b : a - b;
    }
    CERRADO_FN constexpr std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const {
        return static_cast<std::uint32_t>(std::uint64_t{a} * b % p);
    }
    CERRADO_FN constexpr std::uint32_t power(std::uint32_t a, std::uint64_t exponent) const {
        std::uint32_t result = 1;
        for (; exponent != 0; exponent >>= 1, a = multiply(a, a)) {
            if ((exponent & 1) != 0) result = multiply(result, a);
        }
        return result;
    }
    // Requires: a is not 0.
    CERRADO_FN constexpr std::uint32_t inverse(std::uint32_t a) const { return power(a, p - 2); }
};

inline constexpr PrimeField fields[2] = {{2013265921, 31, 27}, {1811939329, 13, 26}};

// Products without division, which make long loops faster.
//
// Source: P. L. Montgomery, Modular multiplication without trial division, 1985. V. Shoup's products with a fixed
// factor: D. Harvey, Faster arithmetic for number-theoretic transforms, 2014.

// Residues in Montgomery form: the form of a is a 2^32 modulo p. A product of two forms is a form. A product of a form
// and a plain residue is a plain residue.
struct Montgomery {
    std::uint32_t p;
    std::uint32_t negative_inverse; // -1 / p modulo 2^32
    std::uint32_t one;              // the form of 1
    std::uint32_t square;           // the form of 2^32

    CERRADO_FN constexpr explicit Montgomery(PrimeField const& field)
        : p(field.p),
          negative_inverse(p),
          one(static_cast<std::uint32_t>((std::uint64_t{1} << 32) % p)),
          square(static_cast<std::uint32_t>(std::uint64_t{one} * one % p)) {
        for (int i = 0; i < 4; ++i) negative_inverse *= 2 - p * negative_inverse; // 3, 6, 12, 24, 48 correct bits
        negative_inverse = 0 - negative_inverse;
    }

    // Returns: a b / 2^32 modulo p.
    CERRADO_FN constexpr std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const {
        std::uint64_t const product = std::uint64_t{a} * b;
        std::uint64_t const multiple = std::uint64_t{static_cast<std::uint32_t>(product) * negative_inverse} * p;
        auto const result = static_cast<std::uint32_t>((product + multiple) >> 32);
        return result < result - p ? result : result - p;
    }
    CERRADO_FN constexpr std::uint32_t form_of(std::uint32_t plain) const { return multiply(plain, square); }
    CERRADO_FN constexpr std::uint32_t plain_of(std::uint32_t form) const { return multiply(form, 1); }
};

// A factor that many products share. The other factor may be any number below 2^32.
struct FixedFactor {
    std::uint32_t value;
    std::uint32_t quotient; // floor(value 2^32 / p)

    CERRADO_FN static constexpr FixedFactor of(std::uint32_t value, std::uint32_t p) {
        return {value, static_cast<std::uint32_t>((std::uint64_t{value} << 32) / p)};
    }
    CERRADO_FN constexpr std::uint32_t times(std::uint32_t a, std::uint32_t p) const {
        auto const multiples = static_cast<std::uint32_t>((std::uint64_t{a} * quotient) >> 32);
        std::uint32_t const result = a * value - multiples * p; // below 2 p
        return result < result - p ? result : result - p;
    }
};

// The factorials of the root w: [n]! = [1] [2] ... [n], where [t] = w^t - 1. They give products of differences of
// powers of w.

// Factorials as residues in Montgomery form.
struct Factorials {
    std::vector<std::uint32_t> values;   // [n]! for n = 0..count-1
    std::vector<std::uint32_t> inverses; // 1 / [n]!

    // Throws InputError unless count is below p, because further factorials are 0. Cost: one inversion and 5 count
    // products.
    Factorials(PrimeField const& field, std::size_t count);
};

// The Lagrange polynomials of the nodes w^0..w^(R-1): h_l is 1 at w^l and 0 at the other nodes.
//
// With x = w^e, [t] = w^t - 1 and N = [e] [e-1] ... [e-R+1], h_l(x) is N c_l / [e-l].

class LagrangeNodes {
public:
    // Requires: nodes is 1 or more. Throws InputError unless the number of nodes is below p.
    LagrangeNodes(PrimeField const& field, std::size_t nodes);

    // Returns: R plain residues c_l = (-1)^g w^(g(g+1)/2) / ([l]! [g]!), where g = R-1-l.
    std::span<std::uint32_t const> factors() const { return factors_; }

    // Returns: h_l(x) for l = 0..R-1. x may be any residue, also 0 or a node. Cost: 6 R products.
    std::vector<std::uint32_t> values_at(std::uint32_t x) const;

private:
    PrimeField field_;
    std::vector<std::uint32_t> factors_;
};

// Data for the Lagrange values at many points. The host makes it.

// The data for the points w^first, w^(first+1), ..., see LagrangeTable.
struct LagrangeValues {
    std::vector<std::uint32_t>
        inverses; // R - 1 + count numbers: 1 / [first - R + 1 + i] in Montgomery form; 0 for [t] with t <= 0
    std::vector<std::uint32_t> products; // count numbers: N as a plain residue; 0 for a node
};

// Requires: first + count < p. Cost: 6 (R + count) products.
LagrangeValues lagrange_values(PrimeField const& field, std::uint64_t nodes, std::uint64_t first, std::uint64_t count);

// Number-theoretic transforms, and products of polynomials by them.
//
// Lengths are powers of two up to 2^two_power of the field. A function that needs a longer transform throws InputError,
// whose message has the length.

// Replaces `values`, a_0 to a_(n-1), by the sums over i of a_i r^(ik), where r is root^((p-1)/n) and k = 0..n-1. The
// sum for k is at the place whose bits are those of k in reverse. Requires: n is a power of two. Cost: n log n.
void transform(PrimeField const& field, std::span<std::uint32_t> values);

// Reverses transform(), and takes the values in its order. The result is multiplied by n.
void transform_back(PrimeField const& field, std::span<std::uint32_t> values);

// Returns: the product of two polynomials. It has a.size() + b.size() - 1 coefficients, or none if a or b has none.
std::vector<std::uint32_t> convolve(PrimeField const& field, std::span<std::uint32_t const> a,
                                    std::span<std::uint32_t const> b);

// Returns: the sums over i of a_i b_(i+k), for k = 0..count-1. Coefficients beyond the end of b count as 0. Cost:
// transforms of a.size() + count - 1 values.
std::vector<std::uint32_t> correlate(PrimeField const& field, std::span<std::uint32_t const> a,
                                     std::span<std::uint32_t const> b, std::size_t count);

// Polynomials and their values at points in geometric progression. A polynomial is given by its coefficients, from the
// constant one up. The points of an interpolation are w^0, w^1, ..., where w is the field's root.
//
// Requires: the number of points is below p. If a transform is too long for the field, the functions throw InputError,
// whose message has the length. Source: L. Bluestein, 1970, with binomials i (i - 1) / 2 in place of squares; A. Bostan
// and E. Schost, Polynomial evaluation and interpolation on special sets of points, 2005.

// Returns: the values at first, first step, ..., first step^(count-1). Requires: step is not 0. Cost: three transforms
// of coefficients.size() + count - 1 values.
std::vector<std::uint32_t> values_on_progression(PrimeField const& field, std::span<std::uint32_t const> coefficients,
                                                 std::uint32_t first, std::uint32_t step, std::size_t count);

// Returns: the polynomial of degree < values.size() that has these values at the points. Cost: six transforms of 2
// values.size() - 1 values.
std::vector<std::uint32_t> interpolate_progression(PrimeField const& field, std::span<std::uint32_t const> values);

// The parts of an interpolation, for callers that know the degree or change values. Z is the product of x - w^i over i
// = 0..points-1, and Z' is its derivative.

// Returns: the points + 1 coefficients of Z.
std::vector<std::uint32_t> master_polynomial(PrimeField const& field, std::size_t points);

// Returns: the weight 1 / Z'(w^i) of each point.
std::vector<std::uint32_t> point_weights(PrimeField const& field, std::size_t points);

// Multiplies each value by its weight.
void multiply_each(PrimeField const& field, std::span<std::uint32_t> values, std::span<std::uint32_t const> weights);

// Returns: the first `count` coefficients of the polynomial whose values at the points, multiplied by their weights,
// are `weighted`. Requires: the degree is less than count, and count is at most weighted.size().
std::vector<std::uint32_t> interpolate_weighted(PrimeField const& field, std::span<std::uint32_t const> weighted,
                                                std::size_t count);

} // namespace cerrado::six
