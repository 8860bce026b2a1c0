// Helpers for the sources that work on bit rows on the host.
#pragma once

#include <cstdint>
#include <cstring>

// The x86-64 baseline has no population count. So a function is also compiled for processors that have one, and the
// loader chooses. Not under the sanitizers: the choice runs before they are ready.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CERRADO_FOR_PROCESSORS [[gnu::target_clones("default", "popcnt", "arch=x86-64-v3", "arch=x86-64-v4")]]
#else
#define CERRADO_FOR_PROCESSORS
#endif

namespace cerrado {

// Two words of a row at once. Rows have an even number of words.
[[gnu::always_inline]] inline std::uint64_t bit_pair(std::uint32_t const* row, std::uint32_t pair) {
    std::uint64_t bits;
    std::memcpy(&bits, row + 2 * std::size_t{pair}, sizeof bits);
    return bits;
}

} // namespace cerrado
