// The two prime fields of the proof. An element is a residue: a number from 0 to p - 1.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado::six {

// Requires: p is an odd prime below 2^31, `root` generates its multiplicative group, and 2^two_power divides p - 1.
// The arguments of the functions are residues.
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

} // namespace cerrado::six
