// The random numbers of a run of the sieve: 1 to 255, by Philox4x32-10 with the seed as key.
// Source: Salmon et al., SC 2011.
#pragma once

#include "sieve/galois.hpp"

namespace cerrado {

struct Draws {
    std::uint64_t seed = 1;
    std::uint32_t run = 0;

    // Factor l of vertex i.
    CERRADO_FN Byte vertex_factor(VertexId i, int l) const { return field(i, ~VertexId{0}, l); }
    // Factor of the edge from i to j in sums of size s. s is 2 or more.
    CERRADO_FN Byte edge_factor(int s, VertexId i, VertexId j) const { return field(i, j, s - 2); }

    // The eight factors that come from one block of numbers: 8 block to 8 block + 7 of (i, j).
    CERRADO_FN void eight(VertexId i, VertexId j, std::uint32_t block, Byte (&factors)[8]) const {
        std::uint32_t words[4] = {i, j, block, run};
        shuffle(words);
        for (int f = 0; f < 8; ++f) factors[f] = factor_of(words[f / 2] >> 16 * (f % 2));
    }

private:
    CERRADO_FN Byte field(VertexId i, VertexId j, int number) const {
        Byte factors[8];
        eight(i, j, static_cast<std::uint32_t>(number) / 8, factors);
        return factors[number % 8];
    }

    static CERRADO_FN Byte factor_of(std::uint32_t bits) {
        return static_cast<Byte>(1 + (255 * (bits & 0xFFFF) >> 16)); // never 0
    }

    CERRADO_FN void shuffle(std::uint32_t (&words)[4]) const {
        auto low_key = static_cast<std::uint32_t>(seed);
        auto high_key = static_cast<std::uint32_t>(seed >> 32);
        for (int round = 0; round < 10; ++round) {
            std::uint64_t const first = std::uint64_t{0xD2511F53} * words[0];
            std::uint64_t const second = std::uint64_t{0xCD9E8D57} * words[2];
            words[0] = static_cast<std::uint32_t>(second >> 32) ^ words[1] ^ low_key;
            words[1] = static_cast<std::uint32_t>(second);
            words[2] = static_cast<std::uint32_t>(first >> 32) ^ words[3] ^ high_key;
            words[3] = static_cast<std::uint32_t>(first);
            low_key += 0x9E3779B9;
            high_key += 0xBB67AE85;
        }
    }
};

} // namespace cerrado
