// What the tests of canonical labelling share: relabelling and isomorphism by brute force, random connected graphs, all
// tables.
#pragma once

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/transition_table.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

namespace cerrado::test {

// The graph with vertex v renamed to names[v].
inline std::uint64_t relabel(int k, std::uint64_t adjacency, std::vector<int> const& names) {
    std::uint64_t renamed = 0;
    for (int j = 1; j < k; ++j)
        for (int h = 0; h < j; ++h)
            if (adjacent(adjacency, h, j))
                renamed |= adjacency_bit(names[static_cast<std::size_t>(h)], names[static_cast<std::size_t>(j)]);
    return renamed;
}

// The smallest word among all relabellings: a canonical form without nauty.
inline std::uint64_t smallest_relabelling(int k, std::uint64_t adjacency) {
    std::vector<int> names(static_cast<std::size_t>(k));
    std::iota(names.begin(), names.end(), 0);
    std::uint64_t smallest = ~std::uint64_t{0};
    do smallest = std::min(smallest, relabel(k, adjacency, names));
    while (std::next_permutation(names.begin(), names.end()));
    return smallest;
}

inline bool is_connected(int k, std::uint64_t adjacency) {
    std::vector<int> reached{0};
    for (std::size_t next = 0; next < reached.size(); ++next)
        for (int v = 0; v < k; ++v)
            if (adjacent(adjacency, reached[next], v) && std::ranges::find(reached, v) == reached.end())
                reached.push_back(v);
    return static_cast<int>(reached.size()) == k;
}

inline std::uint64_t random_connected_graph(int k, std::mt19937_64& random) {
    for (;;) {
        std::uint64_t const density = random() % 3;
        std::uint64_t bits = random();
        if (density == 0) bits &= random();
        if (density == 2) bits |= random();
        bits &= (std::uint64_t{1} << adjacency_bits(k)) - 1;
        if (is_connected(k, bits)) return bits;
    }
}

// The tables of k, built once per process.
inline TransitionTable const& table_of(int k) {
    static std::array<std::optional<TransitionTable>, max_pattern_vertices + 1> tables;
    std::optional<TransitionTable>& table = tables.at(static_cast<std::size_t>(k));
    if (!table) table = TransitionTable::build(k);
    return *table;
}

} // namespace cerrado::test
