// Small matrices on the host; see small_matrix.hpp. Everything is inlined, to be compiled for the caller's processor.
#pragma once

#include <cerrado/engine/rows/processors.hpp>
#include <cerrado/engine/rows/small_matrix.hpp>

namespace cerrado {

struct SmallRows {
    using Set = std::uint64_t; // of members, by their rank in the row

    Set of[most_small_members];
    Set all = 0;
};

// The bits of `value` at the places of the set bits of `mask`, packed together.
[[gnu::always_inline]] inline std::uint64_t packed_bits(std::uint64_t value, std::uint64_t mask) {
    std::uint64_t result = 0;
    for (value &= mask; value != 0; value &= value - 1) {
        result |= std::uint64_t{1} << __builtin_popcountll(mask & ((value & -value) - 1));
    }
    return result;
}

// Makes the rows for the members in `row`, at most most_small_members. Rows lie one after the other, `words` words
// each.
[[gnu::always_inline]] inline void make_small_rows(std::uint32_t const* matrix, std::uint32_t const* row,
                                                   std::uint32_t words, SmallRows& rows) {
    std::uint32_t used[most_small_members];   // the pairs of words of the row that have bits,
    std::uint32_t before[most_small_members]; // and the number of bits before them
    std::uint32_t pairs = 0;
    std::uint32_t count = 0;
    for (std::uint32_t pair = 0; pair < words / 2; ++pair) {
        std::uint64_t const bits = bit_pair(row, pair);
        if (bits == 0) continue;
        used[pairs] = pair;
        before[pairs++] = count;
        count += static_cast<std::uint32_t>(__builtin_popcountll(bits));
    }
    rows.all = count == 64 ? ~SmallRows::Set{0} : (SmallRows::Set{1} << count) - 1;
    SmallRows::Set* next = rows.of;
    for (std::uint32_t i = 0; i < pairs; ++i) {
        for (std::uint64_t rest = bit_pair(row, used[i]); rest != 0; rest &= rest - 1) {
            std::size_t const member = 64 * std::size_t{used[i]} + static_cast<std::size_t>(__builtin_ctzll(rest));
            std::uint32_t const* const own = matrix + member * words;
            SmallRows::Set bits = 0;
            for (std::uint32_t j = 0; j < pairs; ++j) {
                bits |= packed_bits(bit_pair(own, used[j]), bit_pair(row, used[j])) << before[j];
            }
            *next++ = bits;
        }
    }
}

// Pairs and triangles among the set; each counts at its highest member.
[[gnu::always_inline]] inline Count pairs_among(SmallRows const& rows, SmallRows::Set set) {
    int pairs = 0;
    SmallRows::Set lower = 0;
    for (SmallRows::Set rest = set; rest != 0; rest &= rest - 1) {
        pairs += __builtin_popcountll(rows.of[__builtin_ctzll(rest)] & lower);
        lower |= rest & -rest;
    }
    return static_cast<Count>(pairs);
}
[[gnu::always_inline]] inline Count triangles_among(SmallRows const& rows, SmallRows::Set set) {
    Count triangles = 0;
    SmallRows::Set lower = 0;
    for (SmallRows::Set rest = set; rest != 0; rest &= rest - 1) {
        SmallRows::Set const below = rows.of[__builtin_ctzll(rest)] & lower;
        if ((below & (below - 1)) != 0) triangles += pairs_among(rows, below);
        lower |= rest & -rest;
    }
    return triangles;
}

} // namespace cerrado
