// Functions on bit rows, which count the bits of a row and the pairs in it. The host uses the processor's own
// population count.
#pragma once

#include <cerrado/warp/detail/scalar.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace cerrado {

// Returns: the number of 32-bit words of a row of `bits` bits. It is even.
CERRADO_FN constexpr std::uint32_t words_of_row(std::uint32_t bits) { return (bits + 63) / 64 * 2; }

// Returns: the number of bits of a row of `words` 32-bit words. `words` is even.
std::uint32_t count_row_bits(std::uint32_t const* row, std::uint32_t words);

// Returns: the sum over the bits i of `row` of the number of bits that matrix row i has in common with `row`. Rows lie
// one after the other, `words` words each.
Count count_row_pairs(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words);

// The same for rows that have bits for all members, so that each pair counts twice.
Count count_row_degrees(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words);

// The candidates of a traversal. The degree of a candidate is the number of other candidates adjacent to it.
struct CandidateDegrees {
    std::uint32_t count; // candidates
    std::uint32_t least; // the smallest degree
    // Returns: the candidate with the largest degree among those that are not adjacent to all others. If several have
    // this degree, the lowest; 0 if there is none.
    std::uint32_t most_adjacent;
};

// Returns: the degrees of the members in `row`, which has at least one. Sets `universal` to the row of the members that
// are adjacent to all others.
CandidateDegrees degrees_of_row(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t* universal,
                                std::uint32_t words);

// Counts the bits of a row. Any lane may call it, and gets the result alone.
CERRADO_CALLS_HOST template <class W>
CERRADO_FN std::uint32_t count_bits(std::uint32_t const* row, std::uint32_t words) {
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return count_row_bits(row, words);
    } else {
        std::uint32_t bits = 0;
        for (std::uint32_t word = 0; word < words; ++word) bits += static_cast<std::uint32_t>(popcount(row[word]));
        return bits;
    }
}

// Returns: the place of word `word` of a member's row in a matrix of `members` rows of `words` words. For a single lane
// the rows lie one after the other. In a warp, the lanes read the same word of neighbouring rows. So for a warp these
// words are neighbours.
template <class W> CERRADO_FN std::uint32_t matrix_entry(std::uint32_t members, std::uint32_t words,
                                                         std::uint32_t member, std::uint32_t word) {
    return W::width == 1 ? member * words + word : word * members + member;
}

// Returns: word `word` of the row whose only bit is `member`.
CERRADO_FN inline std::uint32_t word_of_member(std::uint32_t member, std::uint32_t word) {
    return member / 32 == word ? 1u << member % 32 : 0;
}

// Returns: the index of the highest set bit. Requires: bits is not 0.
CERRADO_FN inline std::uint32_t highest_bit(std::uint32_t bits) {
#if defined(__CUDA_ARCH__)
    return 31 - static_cast<std::uint32_t>(__clz(static_cast<int>(bits)));
#else
    return 31 - static_cast<std::uint32_t>(__builtin_clz(bits));
#endif
}

// Calls visit(i) for every set bit i, each on one lane. The lane depends on i alone, and not on the other bits.
template <class W, class Visit> CERRADO_FN void for_each_bit(W const& warp, std::uint32_t bits, Visit visit) {
    if constexpr (W::width == 1) {
        for (; bits != 0; bits &= bits - 1) visit(static_cast<std::uint32_t>(lowest_bit(bits)));
    } else {
        for (std::uint32_t bit = static_cast<std::uint32_t>(warp.lane()); bits != 0 && bit < 32; bit += W::width) {
            if ((bits >> bit & 1) != 0) visit(bit);
        }
    }
}

} // namespace cerrado

// Helpers for the source files that work on bit rows on the host.

// Plain x86-64 has no population count. So a function is also compiled for processors that have it, and the loader
// chooses. This is not done under the sanitizers, because the choice runs before they are ready.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CERRADO_FOR_PROCESSORS [[gnu::target_clones("default", "popcnt", "arch=x86-64-v3", "arch=x86-64-v4")]]
#else
#define CERRADO_FOR_PROCESSORS
#endif

namespace cerrado {

// Reads two words of a row at once. Rows have an even number of words.
[[gnu::always_inline]] inline std::uint64_t bit_pair(std::uint32_t const* row, std::uint32_t pair) {
    std::uint64_t bits;
    std::memcpy(&bits, row + 2 * std::size_t{pair}, sizeof bits);
    return bits;
}

} // namespace cerrado
