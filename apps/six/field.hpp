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

// Products without division, for long loops.
//
// Source: P. L. Montgomery, Modular multiplication without trial division, 1985. V. Shoup's products with a fixed
// factor: D. Harvey, Faster arithmetic for number-theoretic transforms, 2014.

// Residues in Montgomery form: a stands for a 2^32. A product of two forms is a form. A product of a form and a plain
// residue is plain.
struct Montgomery {
    std::uint32_t p;
    std::uint32_t negative_inverse; // of p, modulo 2^32
    std::uint32_t one;              // the form of 1
    std::uint32_t square;           // the form of 2^32

    CERRADO_FN constexpr explicit Montgomery(PrimeField const& field)
        : p(field.p),
          negative_inverse(p),
          one(static_cast<std::uint32_t>((std::uint64_t{1} << 32) % p)),
          square(static_cast<std::uint32_t>(std::uint64_t{one} * one % p)) {
        for (int i = 0; i < 4; ++i) negative_inverse *= 2 - p * negative_inverse; // 3 bits, 6, 12, 24, 48
        negative_inverse = 0 - negative_inverse;
    }

    // a b / 2^32
    CERRADO_FN constexpr std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const {
        std::uint64_t const product = std::uint64_t{a} * b;
        std::uint64_t const multiple = std::uint64_t{static_cast<std::uint32_t>(product) * negative_inverse} * p;
        auto const result = static_cast<std::uint32_t>((product + multiple) >> 32);
        return result < result - p ? result : result - p;
    }
    CERRADO_FN constexpr std::uint32_t form_of(std::uint32_t plain) const { return multiply(plain, square); }
    CERRADO_FN constexpr std::uint32_t plain_of(std::uint32_t form) const { return multiply(form, 1); }
};

// A factor of many products. The other factor may be any number below 2^32.
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

// The factorials of the root w: [n]! = [1] [2] ... [n], where [t] = w^t - 1. Products of differences of powers of w are
// such factorials.

// Residues in Montgomery form.
struct Factorials {
    std::vector<std::uint32_t> values;   // [n]! for n = 0..count-1
    std::vector<std::uint32_t> inverses; // 1 / [n]!

    // Throws InputError unless count is below p: further factorials are 0.
    // Cost: one inversion and 5 count products.
    Factorials(PrimeField const& field, std::size_t count);
};

// The Lagrange polynomials of the nodes w^0..w^(R-1): h_l is 1 at w^l and 0 at the other nodes.
//
// With x = w^e, [t] = w^t - 1 and N = [e] [e-1] ... [e-R+1], h_l(x) is N c_l / [e-l].

class LagrangeNodes {
public:
    // Requires: nodes is 1 or more. Throws InputError unless there are fewer nodes than p.
    LagrangeNodes(PrimeField const& field, std::size_t nodes);

    // c_l = (-1)^g w^(g(g+1)/2) / ([l]! [g]!), where g = R-1-l: R plain residues.
    std::span<std::uint32_t const> factors() const { return factors_; }

    // h_l(x) for l = 0..R-1. x may be any residue, also 0 or a node.
    // Cost: 6 R products.
    std::vector<std::uint32_t> values_at(std::uint32_t x) const;

private:
    PrimeField field_;
    std::vector<std::uint32_t> factors_;
};

// What Lagrange values at many points follow from, made on the host.

// For the points w^first, w^(first+1), ..., see LagrangeTable.
struct LagrangeValues {
    std::vector<std::uint32_t>
        inverses; // R - 1 + count: 1 / [first - R + 1 + i], in Montgomery form; 0 for [t] with t <= 0
    std::vector<std::uint32_t> products; // count: N, plain; 0 for a node
};

// Requires: first + count < p. Cost: 6 (R + count) products.
LagrangeValues lagrange_values(PrimeField const& field, std::uint64_t nodes, std::uint64_t first, std::uint64_t count);

// Number-theoretic transforms, and the products of polynomials that they give.
//
// Lengths are powers of two up to 2^two_power of the field. Whatever needs a longer transform throws InputError, which
// says how long.

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

// Polynomials and their values at points in geometric progression. A polynomial is its coefficients, from the constant
// one up. The points of an interpolation are w^0, w^1, ..., where w is the field's root.
//
// Requires: there are fewer points than p. Where a transform becomes too long for the field, the functions throw
// InputError, which says how long.
// Source: L. Bluestein, 1970, with binomials i (i - 1) / 2 in place of squares; A. Bostan and E. Schost, Polynomial
// evaluation and interpolation on special sets of points, 2005.

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
