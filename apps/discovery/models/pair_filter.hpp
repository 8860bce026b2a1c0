// Which pairs of vertices are surely not joined, for graphs that change.
#pragma once

#include "discovery/models/pairs.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace cerrado::discovery {

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

} // namespace cerrado::discovery
