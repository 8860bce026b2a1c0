// A matching plan: how the vertices of a pattern are found one after the other. It is data, read alike by all lanes, so
// that one compiled program takes any pattern.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

struct MatchingPlan {
    static constexpr int max_vertices = 16;
    using Positions = std::uint16_t; // bit i: the i-th vertex of the traversal

    // The vertex that is found when there are so many before it.
    struct Step {
        Positions adjacent = 0; // it is adjacent to these,
        Positions strange = 0;  // not adjacent to these,
        Positions above = 0;    // and its number exceeds those of these,
        Positions below = 0;    // and is below those of these
        // The extensions of a traversal of this length, to be taken further; 0: the shortest list of `adjacent`.
        std::uint16_t from = 0;
        friend bool operator==(Step const&, Step const&) = default;
    };

    int size = 0; // vertices of a match
    Step steps[max_vertices];
    // No vertex outside of a match is adjacent to all of such a set.
    int bans = 0;
    Positions ban[max_vertices] = {};

    friend bool operator==(MatchingPlan const&, MatchingPlan const&) = default;
};

} // namespace cerrado
