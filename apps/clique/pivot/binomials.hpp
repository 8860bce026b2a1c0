// A table of binomial coefficients, as a run reads it.
#pragma once

#include <cerrado/core/types.hpp>

#include <vector>

namespace cerrado {

// C(n, i) at n * columns + min(i, n - i), for n up to `most` and subsets of fewer than `size`. If 128 bits cannot hold
// one, the entry is the largest value.
struct BinomialTable {
    std::vector<WideCount> values;
    std::uint32_t columns = 0;
};
std::uint32_t binomial_columns(int size);
BinomialTable make_binomials(std::uint32_t most, int size);

} // namespace cerrado
