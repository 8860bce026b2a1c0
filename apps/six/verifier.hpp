// The serial answers: counts the injective maps one by one, and computes the polynomial by its definition. This shares
// no code with the evaluation.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

namespace cerrado::six_serial {

// The 15 matrices of 0 and 1, for the pairs ab ac ad ae af bc bd be bf cd ce cf de df ef.
struct Matrices {
    int bits = 0;                         // r: rows are numbers of that many bits
    int split = 0;                        // q
    std::span<std::uint64_t const> words; // [pair][row][word]: bit y % 64 of word y / 64 of row x

    std::uint32_t size() const { return std::uint32_t{1} << bits; }
    std::uint32_t at(int pair, std::uint32_t x, std::uint32_t y) const {
        std::size_t const row_words = (std::size_t{size()} + 63) / 64;
        std::uint64_t const word = words[(static_cast<std::size_t>(pair) * size() + x) * row_words + y / 64];
        return static_cast<std::uint32_t>(word >> y % 64 & 1);
    }
};

// The result refers to the instance.
template <class Instance> Matrices matrices_of(Instance const& instance) {
    return {instance.bits(), instance.split(), instance.parts().words};
}

struct Field {
    std::uint64_t p, root; // a prime below 2^31, and a generator of more than 7^(bits - split) elements
};

// Returns: X, the sum over all a to f of the product of the 15 entries. Calls look() often, if it is given. If look()
// throws, the sum ends with that exception. Cost: n^6 or less, because products that are 0 are left out early.
std::uint64_t sum_of_products(Matrices const& matrices, std::function<void()> const& look = {});

// Returns: P(x) modulo p. Cost: 7^split n^3 + 4^split (n m^2 + n^2 m) + (m^2 + R) R log R, with n = 2^bits, m = 2^(bits
// - split) and R = 7^(bits - split).
std::uint64_t polynomial_at(Matrices const& matrices, Field const& field, std::uint64_t x);

// A power of a number modulo p, and the sum of P over all nodes, which is X modulo p.
std::uint64_t power(std::uint64_t base, std::uint64_t exponent, std::uint64_t p);
std::uint64_t sum_over_nodes(Matrices const& matrices, Field const& field);

} // namespace cerrado::six_serial
