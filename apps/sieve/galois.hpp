// The field GF(2^8) modulo x^8 + x^4 + x^3 + x + 1, whose elements are bytes: one by one, four in a word, and 32 in eight
// words.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

using Byte = std::uint8_t;

inline constexpr std::uint32_t low_bits_of_bytes = 0x01010101;

// Four products by x.
CERRADO_FN constexpr std::uint32_t times_x(std::uint32_t four) {
    std::uint32_t const carries = four >> 7 & low_bits_of_bytes;
    return ((four << 1) & ~low_bits_of_bytes) ^ carries * 0x1Bu;
}

// Four products, byte by byte.
CERRADO_FN constexpr std::uint32_t product_of_fours(std::uint32_t a, std::uint32_t b) {
    std::uint32_t product = 0;
    for (int bit = 0; bit < 8; ++bit) {
        product ^= a & (b >> bit & low_bits_of_bytes) * 0xFFu;
        a = times_x(a);
    }
    return product;
}

CERRADO_FN constexpr std::uint32_t four_of(Byte value) { return value * low_bits_of_bytes; }
CERRADO_FN constexpr Byte product(Byte a, Byte b) { return static_cast<Byte>(product_of_fours(a, b)); }

// 32 bytes, four in each word, to eight bit planes, and back: bit i of the bytes of word j becomes bit j of those of word
// i.
CERRADO_FN inline void transpose_bits(std::uint32_t (&words)[8]) {
    auto const exchange = [&words](int step, std::uint32_t mask) {
        for (int i = 0; i < 8; ++i) {
            if ((i & step) != 0) continue;
            std::uint32_t const change = ((words[i] >> step) ^ words[i + step]) & mask;
            words[i + step] ^= change;
            words[i] ^= change << step;
        }
    };
    exchange(4, 0x0F0F0F0F);
    exchange(2, 0x33333333);
    exchange(1, 0x55555555);
}

// Of 32 products, bit planes by degree before they are reduced: adds those of a and b.
CERRADO_FN inline void add_plane_products(std::uint32_t (&sums)[15], std::uint32_t const (&a)[8],
                                          std::uint32_t const (&b)[8]) {
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) sums[i + j] ^= a[i] & b[j];
    }
}

// x^8 = x^4 + x^3 + x + 1.
CERRADO_FN inline void reduce_planes(std::uint32_t (&sums)[15]) {
    for (int degree = 14; degree >= 8; --degree) {
        sums[degree - 4] ^= sums[degree];
        sums[degree - 5] ^= sums[degree];
        sums[degree - 7] ^= sums[degree];
        sums[degree - 8] ^= sums[degree];
    }
}

} // namespace cerrado
