// Products without division, for long loops.
//
// Source: P. L. Montgomery, Modular multiplication without trial division, 1985. V. Shoup's products with a fixed
// factor: D. Harvey, Faster arithmetic for number-theoretic transforms, 2014.
#pragma once

#include "six/field/prime_field.hpp"

namespace cerrado::six {

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

} // namespace cerrado::six
