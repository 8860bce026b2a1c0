// Philox4x32-10: random numbers that follow from a counter and a key, so that any worker can draw any of them.
// Source: Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3. SC 2011.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// Makes four random numbers of 32 bits from a counter. Cost: ten rounds of two multiplications.
CERRADO_FN inline void philox(std::uint64_t key, std::uint32_t (&counter)[4]) {
    auto low_key = static_cast<std::uint32_t>(key);
    auto high_key = static_cast<std::uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round) {
        std::uint64_t const first = std::uint64_t{0xD2511F53} * counter[0];
        std::uint64_t const second = std::uint64_t{0xCD9E8D57} * counter[2];
        counter[0] = static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ low_key;
        counter[1] = static_cast<std::uint32_t>(second);
        counter[2] = static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ high_key;
        counter[3] = static_cast<std::uint32_t>(first);
        low_key += 0x9E3779B9;
        high_key += 0xBB67AE85;
    }
}

} // namespace cerrado
