#include <cerrado/engine/rows/bit_rows.hpp>

#include <cerrado/engine/rows/processors.hpp>

#include <cstring>

namespace cerrado {

namespace {

// Bits that the first `pairs` 64-bit words of two rows have in common.
[[gnu::always_inline]] inline std::uint32_t common_bits(std::uint32_t const* a, std::uint32_t const* b,
                                                        std::uint32_t pairs) {
    int bits = 0;
    for (std::uint32_t i = 0; i < pairs; ++i) bits += __builtin_popcountll(bit_pair(a, i) & bit_pair(b, i));
    return static_cast<std::uint32_t>(bits);
}

// The sum over the members of `row`; `lower_only`: their rows have no bits in the words after their own.
[[gnu::always_inline]] inline Count sum_of_common_bits(std::uint32_t const* matrix, std::uint32_t const* row,
                                                       std::uint32_t words, bool lower_only) {
    Count sum = 0;
    for (std::uint32_t i = 0; i < words / 2; ++i) {
        for (std::uint64_t bits = bit_pair(row, i); bits != 0; bits &= bits - 1) {
            std::size_t const member = 64 * i + static_cast<std::size_t>(__builtin_ctzll(bits));
            sum += common_bits(matrix + member * words, row, lower_only ? i + 1 : words / 2);
        }
    }
    return sum;
}

} // namespace

CERRADO_FOR_PROCESSORS std::uint32_t count_row_bits(std::uint32_t const* row, std::uint32_t words) {
    return common_bits(row, row, words / 2);
}

CERRADO_FOR_PROCESSORS Count count_row_pairs(std::uint32_t const* matrix, std::uint32_t const* row,
                                             std::uint32_t words) {
    return sum_of_common_bits(matrix, row, words, true);
}

CERRADO_FOR_PROCESSORS Count count_row_degrees(std::uint32_t const* matrix, std::uint32_t const* row,
                                               std::uint32_t words) {
    return sum_of_common_bits(matrix, row, words, false);
}

CERRADO_FOR_PROCESSORS CandidateDegrees degrees_of_row(std::uint32_t const* matrix, std::uint32_t const* row,
                                                       std::uint32_t* universal, std::uint32_t words) {
    CandidateDegrees found{common_bits(row, row, words / 2), ~0u, 0};
    std::uint32_t most = 0;
    std::memset(universal, 0, words * sizeof *universal);
    for (std::uint32_t i = 0; i < words / 2; ++i) {
        for (std::uint64_t bits = bit_pair(row, i); bits != 0; bits &= bits - 1) {
            std::uint32_t const member = 64 * i + static_cast<std::uint32_t>(__builtin_ctzll(bits));
            std::uint32_t const degree = common_bits(matrix + std::size_t{member} * words, row, words / 2);
            found.least = degree < found.least ? degree : found.least;
            if (degree + 1 == found.count) {
                universal[member / 32] |= 1u << member % 32;
            } else if (degree + 1 > most) {
                most = degree + 1;
                found.most_adjacent = member;
            }
        }
    }
    return found;
}

} // namespace cerrado
