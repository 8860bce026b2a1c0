// In how many ways one can choose disjoint sets of vertices, one set of each kind, with a given number of members.
//
// The members of the first kind's set come from the classes of vertices that can be of this kind, in every way to share
// them out. The vertices left in a class can only be of its other kinds, so they join the class of just these kinds.
// Then the same is done for the remaining kinds.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado::phase {

// Returns: C(n, m). Requires: the result is below 2^128.
CERRADO_FN inline WideCount choose(Count n, int m) {
    if (n < static_cast<Count>(m)) return 0;
    WideCount sets = 1;
    for (int i = 0; i < m; ++i) {
        Count const factor = n - static_cast<Count>(i);
        Count const divisor = static_cast<Count>(i + 1);
        // The dividend may exceed 128 bits even if the quotient does not, so the larger part is divided first.
        bool const is_small = sets >> 64 == 0;
        WideCount const whole = is_small ? 0 : sets / divisor;
        sets = whole * factor + (sets - whole * divisor) * factor / divisor;
    }
    return sets;
}

// `of[c]`, c > 0: the number of vertices that can be of just the kinds in c (bit i: kind i). `members[i]`: the members
// of set i.
template <int kinds> class DisjointSets {
public:
    // Lanes: all. Returns: this lane's share. Cost: for each kind but the last, the ways to share m vertices out to the
    // classes that have it; the product of these, divided by the width. So the last kind should have the most members.
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

    // Still to take: `left` vertices of the first kind, from the classes that have it and whose other kinds are at most
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
