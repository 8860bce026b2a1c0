// Residues and sums of residues on a device, where a product of matrices is made of bytes.
#pragma once

#include "six/field/products.hpp"

#include <cerrado/warp/byte_product.hpp>

namespace cerrado::six {

inline constexpr int digits = 4; // of a residue: signed bytes, the lowest first

using Four = FourWords;

// Word t of the result has digit t of each residue: x = d0 + 2^8 d1 + 2^16 d2 + 2^24 d3, where each is from -128 to 127.
CERRADO_FN inline Four digits_of(Four residues) {
    for (std::uint32_t& word : residues.word) word = (word + 0x00808080) ^ 0x00808080;
    transpose_bytes(residues.word);
    return residues;
}

// The four lowest bits as bytes.
CERRADO_FN inline std::uint32_t spread_bits(std::uint32_t bits) { return (bits & 15) * 0x00204081 & 0x01010101; }

// Products modulo p, and sums of digits.
struct Residues {
    Montgomery form;
    std::uint32_t quotient; // floor(2^62 / p)

    CERRADO_FN constexpr explicit Residues(PrimeField const& field)
        : form(field),
          quotient(static_cast<std::uint32_t>((std::uint64_t{1} << 62) / field.p)) {}

    CERRADO_FN std::uint32_t add(std::uint32_t a, std::uint32_t b) const { return low(a + b); }
    CERRADO_FN std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const { return low(a - b + form.p); }

    // s[0] + 2^8 s[1] + 2^16 s[2] + 2^24 s[3], modulo p.
    // Requires: it is from 0 to 2^42.
    CERRADO_FN std::uint32_t of_digits(int const (&s)[digits]) const {
        auto const value = static_cast<std::uint64_t>(s[0] + std::int64_t{s[1]} * (1 << 8) +
                                                      std::int64_t{s[2]} * (1 << 16) + std::int64_t{s[3]} * (1 << 24));
        auto const high = static_cast<std::uint32_t>(value >> 10);
        auto const multiples = static_cast<std::uint32_t>(std::uint64_t{high} * quotient >> 52);
        return low(static_cast<std::uint32_t>(value) - multiples * form.p);
    }

    // The sum of 2^(8 t) s[t], divided by 2^64, modulo p: below 2 p.
    // Requires: |s[t]| <= 2^26.
    CERRADO_FN std::uint32_t of_products(int const (&s)[2 * digits - 1]) const {
        std::int64_t const lower =
            s[0] + std::int64_t{s[1]} * (1 << 8) + std::int64_t{s[2]} * (1 << 16) + std::int64_t{s[3]} * (1 << 24);
        std::int64_t const upper = s[4] + std::int64_t{s[5]} * (1 << 8) + std::int64_t{s[6]} * (1 << 16);
        return static_cast<std::uint32_t>(divided(upper + divided(lower)) + form.p);
    }

private:
    // x if it is below p, else x - p. Requires: x is below 2 p.
    CERRADO_FN std::uint32_t low(std::uint32_t x) const { return x < x - form.p ? x : x - form.p; }

    // A number that is x / 2^32 modulo p, from x / 2^32 - p to x / 2^32.
    CERRADO_FN std::int64_t divided(std::int64_t x) const {
        std::uint32_t const multiple = static_cast<std::uint32_t>(x) * (0 - form.negative_inverse);
        return (x - static_cast<std::int64_t>(std::uint64_t{multiple} * form.p)) >> 32;
    }
};

} // namespace cerrado::six
