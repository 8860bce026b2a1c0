// Pairs of vertices, as what a null model asks for and tables find by hash.
#pragma once

#include "discovery/models/draws.hpp"

#include <cerrado/graph/graph.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace cerrado::discovery {

// What stands for both orders of two vertices, unless an arc either way is another pair.
CERRADO_FN inline Edge pair_of(Edge const& edge, bool has_order) {
    return has_order || edge.source < edge.target ? edge : Edge{edge.target, edge.source};
}

// Its highest bits are the best. Fibonacci hashing.
CERRADO_FN inline std::uint64_t hash_of_pair(Edge const& pair) {
    std::uint64_t const key = std::uint64_t{pair.source} << 32 | pair.target;
    return (key ^ key >> 32) * 0x9E3779B97F4A7C15;
}

// Which pairs of vertices are surely not joined, for graphs that change.

// Counts pairs by hash. Where the count is 0 the pair is not there, and no list is looked through. At most one count in
// eight is not 0. A count that has reached its largest number stays there.
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
    // Requires: it was added.
    void remove(Edge pair) {
        Count& count = counts_[place_of(pair)];
        if (count != full) --count;
    }
    std::uint8_t const* place(Edge pair) const { return &counts_[place_of(pair)]; } // to be fetched

private:
    using Count = std::uint8_t;
    static constexpr Count full = std::numeric_limits<Count>::max();

    std::uint64_t place_of(Edge const& pair) const { return hash_of_pair(pair) >> shift_; }

    std::vector<Count> counts_;
    int shift_;
};

// Where a pair of vertices is joined, for graphs whose edges change and which several lanes change together.

// A cell for each hash of a pair, four times as many as pairs. It is 0 if no pair is there, the slot and 1 more if one
// is, and `several` and their number if there are more, or were. So a cell mostly says all. If it has several, lists
// must be looked through.
namespace pair_index {

constexpr std::uint32_t several = std::uint32_t{1} << 31;

// Requires: pairs have less than 2^31 slots. Returns: less than 2^32.
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
