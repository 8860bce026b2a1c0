// The random numbers of null models. They follow from the seed, the number of the graph, the step and their use.
#pragma once

#include <cerrado/core/philox.hpp>

#include <array>
#include <cstdint>

namespace cerrado::discovery {

// Tells random numbers from others of the same step.
enum class DrawnFor : std::uint32_t { switches = 1, pairs = 2, triads = 3, acceptance = 4 };

inline std::array<std::uint32_t, 4> random_words(std::uint64_t seed, std::uint32_t number, std::uint64_t step,
                                                 DrawnFor use) {
    std::uint32_t words[4] = {static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32), number,
                              static_cast<std::uint32_t>(use)};
    philox(seed, words);
    return {words[0], words[1], words[2], words[3]};
}

// Returns: a number below `bound`, of 64 random bits.
inline std::uint64_t below(std::uint64_t bound, std::uint32_t high, std::uint32_t low) {
    return static_cast<std::uint64_t>(WideCount{std::uint64_t{high} << 32 | low} * bound >> 64);
}

} // namespace cerrado::discovery
