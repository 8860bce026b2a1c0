// A matching plan: how the vertices of a pattern are found one after the other. It is data, read alike by all lanes, so
// that one compiled program takes any pattern.
//
// The last vertices may be counted together, where no two of them are adjacent in the pattern and nothing else is asked
// of pairs of them. Of the mappings of such vertices H says for each set of the others how many vertices are adjacent to
// all of it: s of them with neighbourhoods T1, ..., Ts have as many mappings as the sum, over the partitions of the s
// vertices into blocks, of the product over the blocks B of (-1)^(|B|-1) (|B|-1)! H[union of the T in B], since what is
// mapped to one vertex twice must not count. Of s alike, sets of s are taken: C(H[T], s).
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

struct MatchingPlan {
    static constexpr bool has_marks = false; // see MarkedPlan
    static constexpr int max_vertices = 16;
    static constexpr int max_tails = 4;  // that are counted together, where they are not all alike
    static constexpr int max_terms = 15; // partitions of so many, and their sets
    using Positions = std::uint16_t;     // bit i: the i-th vertex of the traversal

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

    int size = 0;             // vertices of a match
    int walked = 0;           // of these, that are walked to; the others are counted. One at least is
    Step steps[max_vertices]; // of those walked to, and where one vertex is left, its
    // No vertex outside of a match is adjacent to all of such a set.
    int bans = 0;
    Positions ban[max_vertices] = {};
    // Where two vertices or more are counted together.
    int sets = 0;
    int single_sets = 0; // the first sets are those of a vertex each
    Step set[max_terms];
    int alike = 0; // so many, of set[0]; else the terms
    int terms = 0;
    Term term[max_terms];
    // Each match is counted so many times.
    std::uint64_t repetitions = 1;

    friend bool operator==(MatchingPlan const&, MatchingPlan const&) = default;
};

} // namespace cerrado
