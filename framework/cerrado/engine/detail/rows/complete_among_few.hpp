// Counts the complete subgraphs of a size among few members of a bit row, on a matrix of these members alone.
#pragma once

#include <cerrado/engine/detail/rows/small_matrix.hpp>

namespace cerrado {

// Returns: the largest number of members that has at most 2^17 sets of size - 2. With this bound, a worker that counts
// them soon looks at its requests again.
constexpr std::uint32_t most_members_for(int size) {
    constexpr Count most_sets = Count{1} << 17;
    for (std::uint32_t members = most_small_members;; --members) {
        Count sets = 1;
        for (int i = 0; i < size - 2 && sets <= most_sets; ++i) {
            sets = sets * (members - static_cast<std::uint32_t>(i)) / (static_cast<std::uint32_t>(i) + 1);
        }
        if (sets <= most_sets) return members;
    }
}

// Counts the complete subgraphs of `size` vertices among the members in `row`. Requires: `size` is 3 or more, and the
// row has at most most_small_members. Rows lie one after the other, `words` words each.
Count count_complete_among_few(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words, int size);

namespace phase {

// The same for a full warp and rows that have bits only for lower members. Lanes: all. Returns: this lane's share.
template <class W> CERRADO_FN Count count_complete_among_few(SmallMatrix<W> const& matrix, int size) {
    using Small = SmallMatrix<W>;
    using Set = typename Small::Set;
    auto const& warp = matrix.warp();
    Count found = 0;
    Set open = matrix.all();
    Set candidates = open;
    Set waiting_open = 0, waiting = 0; // the value for the level whose number is this lane's
    for (int depth = 0;;) {
        if (open == 0) {
            if (depth == 0) return found;
            --depth;
            open = warp.shuffle(waiting_open, depth);
            candidates = warp.shuffle(waiting, depth);
            continue;
        }
        if (size - depth == 3) {
            found += matrix.triangles(candidates);
            open = 0;
            continue;
        }
        int const top = Small::highest_of(open);
        open ^= Set{1} << top;
        Set const below = candidates & matrix.row(top);
        if (Small::bits_of(below) >= size - depth - 1) {
            if (warp.lane() == depth) {
                waiting_open = open;
                waiting = candidates;
            }
            ++depth;
            open = candidates = below;
        }
    }
}

} // namespace phase

} // namespace cerrado
