#include "clique/pivot/pivot_small.hpp"

#include <cerrado/engine/rows/small_matrix.hpp>

#include <algorithm>

namespace cerrado {

namespace {

using Set = SmallRows::Set;

// A level's stage: what is left of it.
struct Stage {
    Set candidates;
    Set open; // extensions
    std::uint32_t pivots;
    int pivot; // to be taken when they are done
};

// (1 + x)^pivots times (1 + 2x)^pairs is the sum of C(pairs, i) x^i (1 + x)^(pivots + pairs - i). `left`: vertices that
// the cliques sought have beyond those held, at most.
[[gnu::always_inline]] inline void add_near_clique(SmallBundles& bundles, int held, std::uint32_t pivots,
                                                   std::uint32_t pairs, int left) {
    Count weight = 1;
    for (std::uint32_t i = 0; i <= pairs && static_cast<int>(i) <= left; ++i) {
        bundles.of[held + static_cast<int>(i)][pivots + pairs - i] += weight;
        weight = weight * (pairs - i) / (i + 1);
    }
}

// Of at most three vertices more.
[[gnu::always_inline]] inline void add_truncated(SmallBundles& bundles, SmallRows const& rows, Stage const& stage,
                                                 int held, int left) {
    bundles.of[held][stage.pivots] += 1;
    if (left >= 1) bundles.of[held + 1][stage.pivots] += static_cast<Count>(__builtin_popcountll(stage.candidates));
    if (left >= 2) bundles.of[held + 2][stage.pivots] += pairs_among(rows, stage.candidates);
    if (left >= 3) bundles.of[held + 3][stage.pivots] += triangles_among(rows, stage.candidates);
}

// Candidates adjacent to all others become pivots; the rest has a pivot, whose non-neighbours are the extensions.
// Returns: false where there are none, a clique less a matching being left.
[[gnu::always_inline]] inline bool open_stage(SmallRows const& rows, Stage& stage) {
    int const count = __builtin_popcountll(stage.candidates);
    int least = count;
    int most = -1;
    Set universal = 0;
    for (Set rest = stage.candidates; rest != 0; rest &= rest - 1) {
        int const member = __builtin_ctzll(rest);
        int const degree = __builtin_popcountll(rows.of[member] & stage.candidates);
        least = std::min(least, degree);
        if (degree + 1 == count) {
            universal |= rest & -rest;
        } else if (degree > most) {
            most = degree;
            stage.pivot = member;
        }
    }
    stage.candidates &= ~universal;
    stage.pivots += static_cast<std::uint32_t>(__builtin_popcountll(universal));
    if (least + 2 >= count) return false;
    stage.open = stage.candidates & ~rows.of[stage.pivot] & ~(Set{1} << stage.pivot);
    return true;
}

} // namespace

CERRADO_FOR_PROCESSORS void pivot_small(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words,
                                        SmallPivoting const& sought, SmallBundles& bundles) {
    SmallRows rows;
    make_small_rows(matrix, row, words, rows);
    bundles.pivots = static_cast<std::uint32_t>(__builtin_popcountll(rows.all));
    for (int held = 0; held <= sought.longest; ++held) std::fill_n(bundles.of[held], bundles.pivots + 1, Count{0});
    Stage stages[most_small_sizes + 1];
    stages[0] = {rows.all, 0, 0, 0};
    for (int held = 0;;) {
        Stage& stage = stages[held];
        int const left = sought.longest - held;
        int const reach =
            held + static_cast<int>(sought.pivots + stage.pivots) + __builtin_popcountll(stage.candidates);
        if (reach >= sought.shortest) {
            if (left <= 3) {
                add_truncated(bundles, rows, stage, held, left);
            } else if (!open_stage(rows, stage)) {
                auto const rest = static_cast<std::uint32_t>(__builtin_popcountll(stage.candidates));
                add_near_clique(bundles, held, stage.pivots, rest / 2, left);
            }
        }
        if (stage.open == 0) { // a leaf, or out of reach
            if (held == 0) return;
            Stage& before = stages[--held];
            if (before.open == 0) {
                before.candidates &= rows.of[before.pivot];
                ++before.pivots;
                continue;
            }
        }
        Stage& from = stages[held];
        int const top = 63 - __builtin_clzll(from.open);
        from.open ^= Set{1} << top;
        from.candidates ^= Set{1} << top;
        stages[++held] = {from.candidates & rows.of[top], 0, from.pivots, 0};
    }
}

} // namespace cerrado
