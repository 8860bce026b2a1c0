// The random numbers of a run of the sieve, from 1 to 255. They come from philox.hpp, with the seed as key.
#pragma once

#include "sieve/galois.hpp"

#include <cerrado/core/detail/philox.hpp>

namespace cerrado {

struct Draws {
    std::uint64_t seed = 1;
    std::uint32_t run = 0;

    // Returns: factor l of vertex i.
    CERRADO_FN Byte vertex_factor(VertexId i, int l) const { return field(i, ~VertexId{0}, l); }
    // Returns: the factor of the edge from i to j in sums of size s. Requires: s is 2 or more.
    CERRADO_FN Byte edge_factor(int s, VertexId i, VertexId j) const { return field(i, j, s - 2); }

    // Draws the eight factors that come from one block of random numbers: factors 8 * block to 8 * block + 7 of (i, j).
    CERRADO_FN void eight(VertexId i, VertexId j, std::uint32_t block, Byte (&factors)[8]) const {
        std::uint32_t words[4] = {i, j, block, run};
        philox(seed, words);
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
};

} // namespace cerrado
