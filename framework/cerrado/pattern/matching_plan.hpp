// A matching plan: how the vertices of a pattern are found one after the other. It is data, read alike by all lanes, so
// that one compiled program takes any pattern.
//
// The last vertices may be counted together, where no two of them are adjacent in the pattern and nothing else is asked
// of pairs of them. Those that are adjacent to the same are alike: a kind. For a set of kinds, H says how many vertices can
// be of each of them. Of one kind, m vertices, there are C(H, m) sets. Of a few vertices T1, ..., Ts there are as many
// mappings as the sum, over the partitions of the s vertices into blocks, of the product over the blocks B of
// (-1)^(|B|-1) (|B|-1)! H[kinds in B], since what is mapped to one vertex twice must not count. Of several kinds with many
// vertices see ManyTailsPlan.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

struct MatchingPlan {
    static constexpr bool has_marks = false; // see MarkedPlan
    static constexpr bool has_many_tails = false;
    static constexpr int max_vertices = 16; // that are found one after the other, the last of them counted
    static constexpr int max_kinds = 4;     // of vertices that are counted together
    static constexpr int max_sets = 15;     // of so many kinds
    static constexpr int max_tails = 4;     // that are counted together by partitions
    static constexpr int max_terms = 15;    // of so many
    using Positions = std::uint16_t;        // bit i: the i-th vertex of the traversal

    // The vertex that is found when there are so many before it.
    struct Step {
        Positions adjacent = 0; // it is adjacent to these,
        Positions strange = 0;  // not adjacent to these,
        Positions above = 0;    // and its number exceeds those of these,
        Positions below = 0;    // and is below those of these
        // The extensions of a traversal of this length, to be taken further; 0: the shortest list of `adjacent`.
        std::uint16_t from = 0;
        std::uint16_t degree = 0; // it has so many neighbours at least
        // Behind the extensions the list has what meets all but the bounds, for a set that is counted from it.
        bool keeps = false;
        friend bool operator==(Step const&, Step const&) = default;
    };

    // A product of numbers of vertices that are adjacent to all of a set.
    struct Term {
        int coefficient = 0;
        int factors = 0;
        std::uint8_t factor[max_tails] = {}; // sets
        friend bool operator==(Term const&, Term const&) = default;
    };

    int size = 0;             // vertices of a match; more than max_vertices where many are counted together
    int walked = 0;           // of these, that are walked to; the others are counted. One at least is
    Step steps[max_vertices]; // of those walked to, and where one vertex is left, its
    // No vertex outside of a match is adjacent to all of such a set.
    int bans = 0;
    Positions ban[max_vertices] = {};
    // Where two vertices or more are counted together: the first sets are of the vertices of one kind each.
    int kinds = 0;
    std::uint8_t members[max_kinds] = {}; // vertices of each kind
    int sets = 0;
    Step set[max_sets];
    int terms = 0; // of the partitions; none: sets of each kind are counted, not mappings
    Term term[max_terms];
    std::uint8_t of_kinds[1 << max_kinds] = {}; // the set of those that can be of each of these kinds, bit i the i-th
    // Each match is counted so many times.
    WideCount repetitions = 1;

    friend bool operator==(MatchingPlan const&, MatchingPlan const&) = default;
};

// A plan of 2 kinds or more that no terms are for: disjoint sets of each kind are counted. The vertices of the graph fall
// into classes by the kinds that they can be of, so many n(c) of just those in c, as the H say by inclusion and exclusion.
// Of m1, m2, ... vertices of the kinds there are as many sets as the coefficient of x1^m1 x2^m2 ... in the product, over
// the classes, of (1 + the sum of the x of the kinds in c)^n(c).
struct ManyTailsPlan : MatchingPlan {
    static constexpr bool has_many_tails = true;
};

} // namespace cerrado
