// In how many ways sets of vertices of several kinds can be chosen, so many of each, that do not meet.
//
// The first kind's are taken from each class of vertices that can be of it, in every way to share them out. What is left of
// a class can be of the other kinds alone, and joins those that were so before; then the same is done for these.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado::phase {

// Returns: C(n, m). Requires: that is below 2^128.
CERRADO_FN inline WideCount choose(Count n, int m) {
    if (n < static_cast<Count>(m)) return 0;
    WideCount sets = 1;
    for (int i = 0; i < m; ++i) {
        Count const factor = n - static_cast<Count>(i);
        Count const divisor = static_cast<Count>(i + 1);
        // What is divided may exceed 128 bits where the quotient does not: so the larger part is divided first.
        bool const is_small = sets >> 64 == 0;
        WideCount const whole = is_small ? 0 : sets / divisor;
        sets = whole * factor + (sets - whole * divisor) * factor / divisor;
    }
    return sets;
}

// `of[c]`, c > 0: so many vertices can be of just the kinds in c, bit i for the i-th. `members[i]`: so many of the i-th.
template <int kinds> class DisjointSets {
public:
    // Lanes: all. Returns: this lane's share. Cost: the ways to share m vertices out to as many classes as have the kind,
    // times those of the next kinds, but the last; over the width. So the last is to have the most members.
    template <class W>
    CERRADO_FN static WideCount share(W const& warp, VertexId const (&of)[1 << kinds], std::uint8_t const* members) {
        if constexpr (kinds == 1) {
            return choose(of[1], members[0]);
        } else {
            VertexId others[1 << (kinds - 1)];
            return from_classes<others_of_all>(warp, of, others, members, members[0]);
        }
    }

private:
    static constexpr int others_of_all = (1 << (kinds - 1)) - 1;

    // `left` of the first kind are still to be taken, from the classes that have it and, of the other kinds, those up to
    // `rest`.
    template <int rest, class W> CERRADO_FN static WideCount from_classes(W const& warp,
                                                                          VertexId const (&of)[1 << kinds],
                                                                          VertexId (&others)[1 << (kinds - 1)],
                                                                          std::uint8_t const* members, int left) {
        if constexpr (rest == 0) {
            if (of[1] < static_cast<VertexId>(left)) return 0;
            WideCount const ways = DisjointSets<kinds - 1>::share(warp, others, members + 1);
            return ways == 0 ? 0 : ways * choose(of[1], left);
        } else {
            constexpr bool is_shared = kinds == 2; // by the lanes
            VertexId const both = of[2 * rest + 1];
            WideCount sum = 0;
            for (int taken = is_shared ? warp.lane() : 0; taken <= left && static_cast<VertexId>(taken) <= both;
                 taken += is_shared ? W::width : 1) {
                others[rest] = of[2 * rest] + both - static_cast<VertexId>(taken);
                WideCount const ways = from_classes<rest - 1>(warp, of, others, members, left - taken);
                if (ways != 0) sum += ways * choose(both, taken);
            }
            return sum;
        }
    }
};

} // namespace cerrado::phase
