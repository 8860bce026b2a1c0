// A matching plan says how to find the vertices of a pattern one after the other. It is data that all lanes read alike,
// so one compiled program takes any pattern.
//
// The last vertices may be counted together, if no two of them are adjacent in the pattern and there is no other
// condition on pairs of them. Those that are adjacent to the same vertices are alike and form a kind. For a set of
// kinds, H is the number of vertices of the graph that can be of each of these kinds. If m vertices are of one kind,
// there are C(H, m) sets. For a few vertices T1, ..., Ts the number of mappings is the sum, over the partitions of the
// s vertices into blocks, of the product over the blocks B of (-1)^(|B|-1) (|B|-1)! H[kinds in B]. The signs take out
// mappings that use a vertex twice. ManyTailsPlan serves several kinds with many vertices.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

struct MatchingPlan {
    static constexpr bool has_marks = false; // see MarkedPlan
    static constexpr bool has_joins = false; // a plan with conditions on several vertices at once, besides marks
    static constexpr bool has_many_tails = false;
    static constexpr int max_vertices = 16; // vertices that are found one after the other; the last may only be counted
    static constexpr int max_kinds = 4;     // kinds of vertices that are counted together
    static constexpr int max_sets = 15;     // sets made of max_kinds kinds
    static constexpr int max_tails = 4;     // vertices that are counted together by partitions
    static constexpr int max_terms = 15;    // for max_tails vertices
    using Positions = std::uint16_t;        // bit i: the i-th vertex of the traversal
    struct Held {};                         // values that conditions on several vertices read

    // The conditions on the vertex that follows those before it.
    struct Step {
        Positions adjacent = 0; // it is adjacent to these
        Positions strange = 0;  // it is not adjacent to these
        Positions above = 0;    // its number exceeds the numbers of these
        Positions below = 0;    // its number is below the numbers of these
        // The length of the traversal whose extensions are the candidates. 0: the candidates are the shortest list of
        // `adjacent`.
        std::uint16_t from = 0;
        std::uint16_t degree = 0; // it has at least this many neighbours
        // The list also keeps, behind the extensions, the vertices that meet all conditions but the bounds. A set is
        // counted from them.
        bool keeps = false;
        friend bool operator==(Step const&, Step const&) = default;
    };

    // A product of numbers. Each is the number of vertices that are adjacent to all vertices of a set.
    struct Term {
        int coefficient = 0;
        int factors = 0;
        std::uint8_t factor[max_tails] = {}; // sets
        friend bool operator==(Term const&, Term const&) = default;
    };

    int size = 0;             // vertices of a match; more than max_vertices if many are counted together
    int walked = 0;           // number of vertices that are walked to, at least one; the others are counted
    Step steps[max_vertices]; // steps of the vertices that are walked to, and of the last vertex if only one is left
    // Sets that have no common neighbour: no vertex outside a match is adjacent to all vertices of such a set.
    int bans = 0;
    Positions ban[max_vertices] = {};
    // If two or more vertices are counted together, each of the first sets belongs to the vertices of one kind.
    int kinds = 0;
    std::uint8_t members[max_kinds] = {}; // vertices of each kind
    int sets = 0;
    Step set[max_sets];
    int terms = 0; // terms of the partitions; 0: sets of each kind are counted, not mappings
    Term term[max_terms];
    // for each set of kinds (a bit each): the number of the set of vertices that can be of all these kinds
    std::uint8_t of_kinds[1 << max_kinds] = {};
    // Each match is counted this many times.
    WideCount repetitions = 1;

    friend bool operator==(MatchingPlan const&, MatchingPlan const&) = default;
};

// A plan of 2 or more kinds without terms counts disjoint sets of each kind. The vertices of the graph fall into
// classes by the kinds that they can be of. Inclusion and exclusion over the numbers H gives n(c), the number of
// vertices that can be of the kinds in c and of no other. For m1, m2, ... vertices of the kinds, the number of sets is
// the coefficient of x1^m1 x2^m2 ... in the product, over the classes, of (1 + the sum of the x of the kinds in
// c)^n(c).
struct ManyTailsPlan : MatchingPlan {
    static constexpr bool has_many_tails = true;
};

} // namespace cerrado
