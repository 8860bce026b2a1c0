// A product of matrices of signed bytes, 32 a row: one instruction of the tensor cores if the device has it, otherwise
// sums of products.
#pragma once

#include <cerrado/warp/detail/word_tile.hpp>

namespace cerrado {

// The sum of the products of four signed bytes. Lanes: any.
CERRADO_FN inline int dot_of_bytes(std::uint32_t a, std::uint32_t b) {
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
        sum += static_cast<std::int8_t>(a >> 8 * i & 0xFF) * static_cast<std::int8_t>(b >> 8 * i & 0xFF);
    }
    return sum;
}

// sums += row * column, by row, then column. Lanes: all.
template <class W> CERRADO_FN void add_byte_products(W const& warp, int (&sums)[4], WordTile const& tile) {
    static_assert(W::width == 32);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    static_cast<void>(warp);
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
        : "r"(tile.rows[0]), "r"(tile.rows[1]), "r"(tile.rows[2]), "r"(tile.rows[3]), "r"(tile.columns[0]),
          "r"(tile.columns[1]));
#else
    add_by_words(warp, sums, tile, [](std::uint32_t row, std::uint32_t column) { return dot_of_bytes(row, column); });
#endif
}

// Four words that a lane reads or writes at once.
struct alignas(16) FourWords {
    std::uint32_t word[4];
};

// Takes one instruction, where the compiler might take four. Neighbouring lanes read 512 bytes in a row. Lanes: any.
CERRADO_FN inline FourWords read_at_once(FourWords const* from) {
#if defined(__CUDA_ARCH__)
    uint4 const words = *reinterpret_cast<uint4 const*>(from);
    return {{words.x, words.y, words.z, words.w}};
#else
    return *from;
#endif
}
// The same, but begun at this place of the program: a compiler likes to move a load to where its words are used. Lanes: any.
CERRADO_FN inline FourWords read_ahead(FourWords const* from) {
#if defined(__CUDA_ARCH__)
    FourWords words;
    asm volatile("ld.global.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(words.word[0]), "=r"(words.word[1]), "=r"(words.word[2]), "=r"(words.word[3])
                 : "l"(from));
    return words;
#else
    return *from;
#endif
}
CERRADO_FN inline void write_at_once(FourWords* to, FourWords const& words) {
#if defined(__CUDA_ARCH__)
    *reinterpret_cast<uint4*>(to) = {words.word[0], words.word[1], words.word[2], words.word[3]};
#else
    *to = words;
#endif
}

// Four of the eight bytes of two words, by number. Lanes: any.
CERRADO_FN inline std::uint32_t bytes_of(std::uint32_t a, std::uint32_t b, std::uint32_t numbers) {
#if defined(__CUDA_ARCH__)
    return __byte_perm(a, b, numbers);
#else
    std::uint64_t const both = a | std::uint64_t{b} << 32;
    std::uint32_t chosen = 0;
    for (int i = 0; i < 4; ++i) {
        chosen |= (static_cast<std::uint32_t>(both >> 8 * (numbers >> 4 * i & 7)) & 0xFF) << 8 * i;
    }
    return chosen;
#endif
}

// Byte j of word i becomes byte i of word j. Lanes: any.
CERRADO_FN inline void transpose_bytes(std::uint32_t (&w)[4]) {
    std::uint32_t const low = bytes_of(w[0], w[1], 0x5140);
    std::uint32_t const high = bytes_of(w[0], w[1], 0x7362);
    std::uint32_t const other_low = bytes_of(w[2], w[3], 0x5140);
    std::uint32_t const other_high = bytes_of(w[2], w[3], 0x7362);
    w[0] = bytes_of(low, other_low, 0x5410);
    w[1] = bytes_of(low, other_low, 0x7632);
    w[2] = bytes_of(high, other_high, 0x5410);
    w[3] = bytes_of(high, other_high, 0x7632);
}

} // namespace cerrado
