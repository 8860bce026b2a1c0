// The view of the canonical transition tables that the enumeration loop reads. canonical/ builds them.
//
// A traversal of i vertices has a canonical class c and a permutation p (p[j] = position of its j-th vertex in the
// canonical form of c). An extension with adjacency mask m (bit j: adjacent to the j-th vertex) leads to next(i, c,
// permuted m): the class of the i + 1 vertices, and the new positions of the old vertices and of the new one. Size i =
// 1 has only class 0.
//
// A mask of a directed pattern has two bits for each vertex: an arc from it, and an arc to it.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// One table entry. The low 24 bits are the class. Above them are 4 bits per position: the new place of canonical
// position j of the old class (j < i), and the place of the new vertex (j = i). A mask of 0 (a disconnected subgraph)
// has the entry `no_transition`.
using Transition = std::uint64_t;
inline constexpr Transition no_transition = ~Transition{0};

CERRADO_FN inline std::uint32_t transition_class(Transition t) { return static_cast<std::uint32_t>(t & 0xffffff); }
CERRADO_FN inline Transition pack_transition(std::uint32_t new_class, std::uint64_t positions) {
    return new_class | positions << 24;
}

// The state of a traversal: its class, and for each of its vertices 4 bits with its canonical position.
struct PatternState {
    std::uint32_t pattern_class = 0;
    std::uint64_t positions = 0;

    CERRADO_FN std::uint32_t position(int j) const { return static_cast<std::uint32_t>(positions >> (4 * j) & 15); }
};

struct TransitionTableRef {
    // levels[i], 1 <= i < k, has classes(i) << mask_bits * i entries. The row of class c begins at c << mask_bits * i.
    Transition const* levels[max_pattern_vertices] = {};
    std::uint32_t classes[max_pattern_vertices + 1] =
        {};            // connected graphs on i vertices: 1, 1, 2, 6, 21, 112, ... at i = 1, 2, 3, ...
    int k = 0;         // the size of the patterns to which the last level leads
    int mask_bits = 1; // 2 for directed patterns. The methods below take it as a parameter, so that it costs nothing

    // Returns: the mask over canonical positions for a mask over the traversal's `length` vertices. O(length).
    template <int bits = 1>
    CERRADO_FN static std::uint32_t permute(PatternState state, int length, std::uint32_t mask) {
        constexpr std::uint32_t of_one = (1u << bits) - 1;
        std::uint32_t permuted = 0;
        for (int j = 0; j < length; ++j) permuted |= (mask >> (bits * j) & of_one) << (bits * state.position(j));
        return permuted;
    }

    template <int bits = 1> CERRADO_FN Transition transition(PatternState state, int length, std::uint32_t mask) const {
        std::uint64_t const row = static_cast<std::uint64_t>(state.pattern_class) << (bits * length);
        return levels[length][row | permute<bits>(state, length, mask)];
    }

    // The state after a vertex with adjacency mask `mask` is appended to a traversal of `length` vertices.
    template <int bits = 1> CERRADO_FN PatternState advance(PatternState state, int length, std::uint32_t mask) const {
        Transition const t = transition<bits>(state, length, mask);
        std::uint64_t const moves = t >> 24;
        PatternState next{transition_class(t), 0};
        for (int j = 0; j < length; ++j) next.positions |= (moves >> (4 * state.position(j)) & 15) << (4 * j);
        next.positions |= (moves >> (4 * length) & 15) << (4 * length);
        return next;
    }
};

} // namespace cerrado
