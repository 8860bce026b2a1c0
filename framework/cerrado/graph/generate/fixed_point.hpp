// x^(-p/q) in integer arithmetic, so that weights drawn from a power law are the same on every machine.
#pragma once

#include <cerrado/core/types.hpp>

#include <array>
#include <bit>

namespace cerrado::fixed_point {

inline constexpr std::uint64_t one_q62 = std::uint64_t{1} << 62;

constexpr std::uint64_t square_root(WideCount x) {
    std::uint64_t root = 0;
    for (std::uint64_t bit = std::uint64_t{1} << 63; bit != 0; bit >>= 1) {
        std::uint64_t const candidate = root | bit;
        if (static_cast<WideCount>(candidate) * candidate <= x) root = candidate;
    }
    return root;
}

constexpr std::uint64_t multiply_q62(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>(static_cast<WideCount>(a) * b >> 62);
}

// log2(x) with 32 fractional bits, rounded down. Requires: x > 0.
constexpr std::uint64_t log2_q32(std::uint64_t x) {
    auto const whole = static_cast<unsigned>(std::bit_width(x)) - 1;
    std::uint64_t mantissa = whole <= 62 ? x << (62 - whole) : x >> 1;
    std::uint64_t result = whole;
    for (int bit = 0; bit < 32; ++bit) {
        mantissa = multiply_q62(mantissa, mantissa);
        bool const two_or_more = mantissa >= 2 * one_q62;
        mantissa >>= two_or_more ? 1 : 0;
        result = result << 1 | (two_or_more ? 1 : 0);
    }
    return result;
}

// [i] = 2^(-2^-(i+1)) with 62 fractional bits. Each is the square root of the one before, starting from a half.
inline constexpr std::array<std::uint64_t, 32> roots_of_half = [] {
    std::array<std::uint64_t, 32> roots{};
    std::uint64_t last = one_q62 / 2;
    for (auto& root : roots) root = last = square_root(static_cast<WideCount>(last) << 62);
    return roots;
}();

// 2^-y with 32 fractional bits. y has 32 fractional bits as well.
constexpr std::uint64_t exp2_negative_q32(std::uint64_t y) {
    std::uint64_t result = one_q62;
    for (int bit = 0; bit < 32; ++bit) {
        if (y >> (31 - bit) & 1) result = multiply_q62(result, roots_of_half[static_cast<std::size_t>(bit)]);
    }
    std::uint64_t const shift = (y >> 32) + 30;
    return shift < 64 ? result >> shift : 0;
}

// x^(-numerator/denominator) with 32 fractional bits. Its error is below 2^-28. Requires: x > 0, numerator < 2^26.
constexpr std::uint64_t inverse_power_q32(std::uint64_t x, std::uint64_t numerator, std::uint64_t denominator) {
    return exp2_negative_q32(log2_q32(x) * numerator / denominator);
}

} // namespace cerrado::fixed_point
