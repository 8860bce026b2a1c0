// The field GF(2^8) modulo x^8 + x^4 + x^3 + x + 1. Its elements are bytes. The functions take one byte, four bytes in
// a word, or 32 bytes in eight words.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

using Byte = std::uint8_t;

inline constexpr std::uint32_t low_bits_of_bytes = 0x01010101;

// Multiplies each of four bytes by x.
CERRADO_FN constexpr std::uint32_t times_x(std::uint32_t four) {
    std::uint32_t const carries = four >> 7 & low_bits_of_bytes;
    return ((four << 1) & ~low_bits_of_bytes) ^ carries * 0x1Bu;
}

// Multiplies each of four bytes by the byte at the same place.
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

// Turns 32 bytes, four in each word, into eight bit planes, and back. Bit i of the bytes of word j becomes bit j of the
// bytes of word i.
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

// Traces. The trace of a value, y + y^2 + y^4 + ... + y^128, is 0 or 1, and linear in y. Bit m of traces(y) is the
// trace of y x^m. The first eight bits are coordinates of y, too. Bit b of traces(f v) is the sum over c of the
// products of bit c of v and bit b + c of traces(f). So multiplying by f is multiplying by a bit matrix, whose row b is
// the bits b to b + 7 of traces(f).
constexpr std::uint32_t trace(Byte y) {
    Byte sum = 0;
    for (int i = 0; i < 8; ++i, y = product(y, y)) sum ^= y;
    return sum;
}

// Bit n is the trace of x^n, for n from 0 to 21.
inline constexpr std::uint32_t traces_of_powers = [] {
    std::uint32_t bits = 0;
    Byte power = 1;
    for (int n = 0; n < 22; ++n, power = product(power, 2)) bits |= trace(power) << n;
    return bits;
}();

CERRADO_FN constexpr std::uint16_t traces(Byte y) {
    std::uint32_t bits = 0;
    for (int i = 0; i < 8; ++i) bits ^= (y >> i & 1) * (traces_of_powers >> i);
    return static_cast<std::uint16_t>(bits & 0x7FFF);
}

// Byte j is the value whose first eight traces are 1 << j.
inline constexpr std::uint64_t values_of_traces = [] {
    std::uint64_t bytes = 0;
    for (unsigned y = 0; y < 256; ++y) {
        for (int j = 0; j < 8; ++j) {
            if ((traces(static_cast<Byte>(y)) & 0xFF) == 1 << j) bytes |= std::uint64_t{y} << 8 * j;
        }
    }
    return bytes;
}();

// Extends the bit planes of the first eight traces of 32 values to all fifteen. x^8 = x^4 + x^3 + x + 1.
CERRADO_FN inline void extend_traces(std::uint32_t (&planes)[15]) {
    for (int m = 0; m < 7; ++m) planes[m + 8] = planes[m] ^ planes[m + 1] ^ planes[m + 3] ^ planes[m + 4];
}

// Adds to `sums` the traces of 32 products. The left factors are the bit planes `a`, and `b` has the traces of the
// right factors.
CERRADO_FN inline void add_plane_products(std::uint32_t (&sums)[8], std::uint32_t const (&a)[8],
                                          std::uint32_t const (&b)[15]) {
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) sums[i] ^= a[j] & b[i + j];
    }
}

// Turns the bit planes of the first eight traces into the bit planes of the values.
CERRADO_FN inline void values_from_traces(std::uint32_t (&planes)[8]) {
    std::uint32_t values[8] = {};
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) {
            if ((values_of_traces >> (8 * j + i) & 1) != 0) values[i] ^= planes[j];
        }
    }
    for (int i = 0; i < 8; ++i) planes[i] = values[i];
}

} // namespace cerrado
