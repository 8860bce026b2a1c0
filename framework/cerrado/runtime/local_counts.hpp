// From the counters of a run with local counts to counts by original ids.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/runtime/result.hpp>

#include <span>
#include <vector>

namespace cerrado {

// C(n, i) at n * columns + min(i, n - i), for n up to `most` and subsets of fewer than `size`; the largest value where 128 bits do not hold it.
struct BinomialTable {
    std::vector<WideCount> values;
    std::uint32_t columns = 0;
};
std::uint32_t binomial_columns(int size);
BinomialTable make_binomials(std::uint32_t most, int size);

// What an enumeration adds to, as 64-bit words: the low ones of all counters, then the high ones.
struct LocalCells {
    std::vector<Count> vertices; // by vertex of the oriented graph
    std::vector<Count> edges;    // by position in its lists; empty where edges are not counted
};

// By original ids, ascending.
LocalCounts local_counts(Graph const& oriented, LocalCells const& cells);

} // namespace cerrado
