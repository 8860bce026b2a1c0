// Pairs of vertices, and tables that find them by hash. Null models ask whether a pair is joined.
#pragma once

#include "discovery/models/draws.hpp"

#include <cerrado/graph/graph.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace cerrado::discovery {

// Returns: the pair itself if order counts, else the pair that stands for both orders of the two vertices.
CERRADO_FN inline Edge pair_of(Edge const& edge, bool has_order) {
    return has_order || edge.source < edge.target ? edge : Edge{edge.target, edge.source};
}

// Returns: a hash of which the highest bits are the best (Fibonacci hashing).
CERRADO_FN inline std::uint64_t hash_of_pair(Edge const& pair) {
    std::uint64_t const key = std::uint64_t{pair.source} << 32 | pair.target;
    return (key ^ key >> 32) * 0x9E3779B97F4A7C15;
}

// A filter that knows of most absent pairs that they are not joined, for graphs that change.

// Counts pairs by hash. If the count is 0, the pair is absent, and no list needs to be searched. At most one count in
// eight is not 0. A count that has reached its largest value stays there.
// Source: Fan, Cao, Almeida, Broder: Summary cache. SIGCOMM 1998 (counting Bloom filters; this one has one hash).
class PairFilter {
public:
    explicit PairFilter(std::uint64_t most_pairs)
        : counts_(std::bit_ceil(8 * most_pairs + 2)),
          shift_(64 - std::countr_zero(counts_.size())) {}

    bool may_have(Edge pair) const { return counts_[place_of(pair)] != 0; }
    void add(Edge pair) {
        Count& count = counts_[place_of(pair)];
        if (count != full) ++count;
    }
    // Requires: the pair was added.
    void remove(Edge pair) {
        Count& count = counts_[place_of(pair)];
        if (count != full) --count;
    }
    std::uint8_t const* place(Edge pair) const { return &counts_[place_of(pair)]; } // for prefetching

private:
    using Count = std::uint8_t;
    static constexpr Count full = std::numeric_limits<Count>::max();

    std::uint64_t place_of(Edge const& pair) const { return hash_of_pair(pair) >> shift_; }

    std::vector<Count> counts_;
    int shift_;
};

// An index of the slots of pairs, for graphs that several lanes change together.

// The index has a cell for each hash, four times as many cells as pairs. A cell is 0 if it has no pair, and 1 + the
// slot if it has one. If it has or had more, it is `several` plus their number, and lists must be searched. Most cells
// have at most one pair.
namespace pair_index {

constexpr std::uint32_t several = std::uint32_t{1} << 31;

// Requires: the pairs have fewer than 2^31 slots. Returns: the number of cells, below 2^32.
inline std::uint64_t cells_for(std::uint64_t pairs) {
    return std::min<std::uint64_t>(4 * pairs, std::numeric_limits<std::uint32_t>::max());
}

CERRADO_FN inline std::uint32_t place_of(Edge const& pair, std::uint64_t cells) {
    return static_cast<std::uint32_t>((hash_of_pair(pair) >> 32) * cells >> 32);
}
CERRADO_FN inline std::uint32_t with_one_more(std::uint32_t cell, Slot slot) {
    if (cell == 0) return slot + 1;
    return cell < several ? several + 2 : cell + 1;
}
CERRADO_FN inline std::uint32_t with_one_less(std::uint32_t cell) { return cell <= several + 1 ? 0 : cell - 1; }

} // namespace pair_index

} // namespace cerrado::discovery
