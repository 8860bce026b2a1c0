// Pivoting counts the cliques of every size that a root begins, without meeting each of them.
//
// The traversal's vertices are held. The candidates are the members that are adjacent to all of them. The pivot is the
// candidate with the most neighbours among the candidates. A clique made of these either takes a candidate that is not
// adjacent to the pivot: those are the extensions. Or it takes none, and then the pivot may be added to it or left out:
// the pivot joins the pivots, its neighbours become the candidates, and the level goes on with them. Candidates
// adjacent to all others are pivots at once. A leaf is reached if only a clique or a clique less a matching is left: h
// held vertices and p pivots are C(p, s) cliques of h + s vertices, for every s.
//
// Everything follows from the vertices, the number of pivots taken at each level and the graph. So donated work carries
// only these.
// Source: Pivoter (Jain and Seshadhri, WSDM 2020); leaves that are cliques less a matching: EBBkC (Wang, Yu and Long,
// SIGMOD 2024).
#pragma once

#include "clique/pivot/clique_polynomial_warp.hpp"
#include "clique/pivot/pivot_plan.hpp"
#include "clique/pivot/pivot_small.hpp"

#include <cerrado/engine/rows/matrix.hpp>
#include <cerrado/output/by_size.hpp>

namespace cerrado {

// What pivoting knows about a level. A leaf is (1 + x)^pivots times (1 + 2x)^pairs or 1 + candidates x + edges x^2.
struct PivotState {
    std::uint32_t pivots; // of the whole traversal up to here
    std::uint32_t pivot;  // the member whose non-neighbours are the extensions
    std::uint32_t pairs;
    std::uint32_t candidates;
    std::uint32_t edges;
    std::uint32_t
        rotation; // slices begin elsewhere on each stage, since a stage can have fewer extensions than there are slices
};

// `local`: each level has the rows of its pivots and of the vertices held, so that the vertices of a leaf are known.
// `counts`: counts per vertex and edge are made of these; see pivot_local.hpp.
template <bool local, bool counts = local> struct PivotingWith {
    using Arrays = PivotArrays;
    struct LevelState {
        PivotState pivoting;
        std::uint32_t taken = 0; // pivots, at this level
    };
    using Carried = std::uint32_t;
    static CERRADO_FN std::uint32_t carried(LevelState const& level) { return level.taken; }
    using Ref = PivotRef;
    static constexpr bool has_lists = false;
    static constexpr bool has_masks = false;
    static constexpr bool has_sizes = true; // its own sizes: it does not read RunOptions::k
    static constexpr bool has_stages = true;
    static constexpr bool knows_leaves = local;
    static constexpr bool counts_locally = counts;
    template <class Outputs> static constexpr bool narrows = !local;
    static constexpr int max_vertices = max_held_vertices;
    static constexpr int most_counted_levels = 1;

    using Planner = PivotPlanner;
    using Memory = PivotMemory;
    template <class W, class Te> class Operators;
};
using Pivoting = PivotingWith<false>;
using LocalPivoting = PivotingWith<true>;

// The largest matching that a leaf may lack. Its weights, binomials, stay below 2^30.
inline constexpr std::uint32_t most_leaf_pairs = 31;
// The value of PivotState::pairs for a leaf that is counted by its complement, and for one that is walked through at
// once.
inline constexpr std::uint32_t factored_leaf = ~0u;
inline constexpr std::uint32_t small_leaf = ~0u - 1;

namespace phase {

// The candidates of the last level that are adjacent to all others become its extension row.
CERRADO_CALLS_HOST template <class T> CERRADO_FN CandidateDegrees degrees_of_candidates(T const& te) {
    using W = typename T::WarpType;
    std::uint32_t const words = te.row_words();
    std::uint32_t const* const row = te.candidate_row(te.size());
    std::uint32_t* const universal = te.extension_row(te.size());
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return degrees_of_row(te.matrix(), row, universal, words);
    } else {
        auto const& warp = te.warp();
        std::uint32_t const lane = static_cast<std::uint32_t>(warp.lane());
        std::uint32_t const count = count_bits<W>(row, words);
        std::uint32_t most = 0; // degree + 1, then the lower member first
        std::uint32_t lack = 0; // the most others to which one is not adjacent, plus 1
        LaneMask full = 0;
        for (std::uint32_t first = 0; first < 32 * words; first += W::width) {
            std::uint32_t const member = first + lane;
            if (row[first / 32] != 0) { // the same on every lane
                bool const is_candidate = (row[first / 32] >> member % 32 & 1) != 0;
                std::uint32_t degree = 0;
                for (std::uint32_t word = 0; is_candidate && word < words; ++word) {
                    degree += static_cast<std::uint32_t>(popcount(te.matrix_word(member, word) & row[word]));
                }
                std::uint32_t const rank = (degree + 1) << 16 | (0xffff - member);
                bool const is_universal = is_candidate && degree + 1 == count;
                if (is_candidate && !is_universal && rank > most) most = rank;
                if (is_candidate && count - degree > lack) lack = count - degree;
                full |= warp.ballot(is_universal) << first % 32;
            }
            if ((first + W::width) % 32 == 0) {
                if (lane == 0) universal[first / 32] = full;
                full = 0;
            }
        }
        most = warp.reduce_max(most);
        lack = warp.reduce_max(lack);
        warp.sync();
        return {count, count - lack, most == 0 ? 0 : 0xffff - (most & 0xffff)};
    }
}

// The number of pairs of adjacent candidates.
CERRADO_CALLS_HOST template <class T> CERRADO_FN std::uint32_t edges_among_candidates(T const& te) {
    using W = typename T::WarpType;
    std::uint32_t const words = te.row_words();
    std::uint32_t const* const row = te.candidate_row(te.size());
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return static_cast<std::uint32_t>(count_row_degrees(te.matrix(), row, words) / 2);
    } else {
        Count const degrees = count_common_bits(te, row, [words](std::uint32_t) { return words; });
        return te.warp().reduce_add(static_cast<std::uint32_t>(degrees)) / 2;
    }
}

// C(n, i). Requires: n <= most_leaf_pairs.
CERRADO_FN inline Count small_binomial(std::uint32_t n, std::uint32_t i) {
    Count value = 1;
    for (std::uint32_t step = 0; step < i; ++step) value = value * (n - step) / (step + 1);
    return value;
}

} // namespace phase

template <bool local, bool counts> template <class W, class Te> class PivotingWith<local, counts>::Operators
    : public MatrixOperators<W, Te> {
    using Base = MatrixOperators<W, Te>;
    using Base::te;

public:
    CERRADO_FN std::uint32_t* extension_row(int length) const { return Base::level_row(0, length); }
    CERRADO_FN std::uint32_t* candidate_row(int length) const { return Base::level_row(1, length); }
    CERRADO_FN std::uint32_t* pivot_row(int length) const {
        return Base::level_row(2, length);
    } // local counts, like the next
    CERRADO_FN std::uint32_t* hold_row(int length) const { return Base::level_row(3, length); }

    // Makes the extensions for the cliques of `shortest` to `longest` vertices. Returns: true if a leaf is reached and
    // there are none. finish() counts it: what follows needs no branching, or adds two vertices at most.
    CERRADO_FN bool extend_pivot(int shortest, int longest);

    CERRADO_FN std::uint32_t first_of_slice(LevelState const& level) const {
        return (te().job().slice + level.pivoting.rotation) % te().job().slices;
    }
    CERRADO_FN void on_push(std::uint32_t taken) { te().top().taken = taken; }
    CERRADO_FN void take_extension() {
        Base::return_to_matrix();
        std::uint32_t const member = Base::highest_open(extension_row(te().size()));
        pass_extensions(member);
        te().push(Base::members()[member], 0);
        descend(member);
    }
    CERRADO_FN void on_enter(Entry entry);
    CERRADO_FN void on_leave() {
        if constexpr (counts) flush_local();
    }
    CERRADO_FN void on_pause() { on_leave(); }

private:
    CERRADO_FN void replay_levels();
    CERRADO_FN void replay_stages();
    CERRADO_FN void descend(std::uint32_t member);
    CERRADO_FN void pass_extensions(std::uint32_t member);
    CERRADO_FN bool open_stage(std::uint32_t factored = 0);
    CERRADO_FN void take_pivot();
    CERRADO_FN std::uint32_t most_factored(int sizes) const;
    CERRADO_FN bool is_small(std::uint32_t candidates, int sizes) const;
    CERRADO_FN bool is_sliced() const;
    CERRADO_FN void begin_local();
    CERRADO_FN void descend_local(std::uint32_t member);
    CERRADO_FN void flush_local();
};

} // namespace cerrado

#include "clique/pivot/pivot_finish.hpp"
#include "clique/pivot/pivot_local.hpp"
#include "clique/pivot/pivot_stages.hpp"
