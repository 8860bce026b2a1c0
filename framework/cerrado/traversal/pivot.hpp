// Pivoting: the cliques of every size that a root begins, counted without meeting each of them.
//
// The traversal's vertices are held. Beside them stand the candidates: the members adjacent to all of them. A clique made of these either
// takes a candidate that is not adjacent to the pivot, the candidate with the most neighbours among the candidates: those are the
// extensions. Or it takes none, and then the pivot may be added to it or left out: the pivot joins the pivots, its neighbours become the
// candidates, and the level goes on with them. Candidates adjacent to all others are pivots at once. Where nothing but a clique or a clique
// less a matching is left, a leaf is reached: h held vertices and p pivots are C(p, s) cliques of h + s vertices, for every s.
//
// All follows from the vertices, the pivots taken at each level (Level::mask) and the graph, so that donated work travels as it always does.
// Source: Pivoter (Jain and Seshadhri, WSDM 2020); leaves that are cliques less a matching: EBBkC (Wang, Yu and Long, SIGMOD 2024).
#pragma once

#include <cerrado/traversal/clique_polynomial_warp.hpp>
#include <cerrado/traversal/dense.hpp>
#include <cerrado/traversal/leaves.hpp>
#include <cerrado/traversal/totals.hpp>

namespace cerrado {

// The largest matching that a leaf may lack: its weights, binomials, stay below 2^30.
inline constexpr std::uint32_t most_leaf_pairs = 31;
inline constexpr std::uint32_t factored_leaf = ~0u; // PivotState::pairs of a leaf that is counted by its complement

// Fewer sizes than that, the traversal's own aside, are reached sooner by branching.
inline constexpr int least_factored_sizes = 8;
inline constexpr int least_factored_sizes_by_warp = 4;

namespace phase {

// The row of the last level's candidates that are adjacent to all others becomes its extension row.
template <class T> CERRADO_FN CandidateDegrees degrees_of_candidates(T const& te) {
    using W = typename T::WarpType;
    std::uint32_t const words = te.context().layout.row_words;
    std::uint32_t const* const row = te.candidate_row(te.size());
    std::uint32_t* const universal = te.extension_row(te.size());
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return degrees_of_row(te.memory().dense, row, universal, words);
    } else {
        auto const& warp = te.warp();
        std::uint32_t const lane = static_cast<std::uint32_t>(warp.lane());
        std::uint32_t const count = count_bits<W>(row, words);
        std::uint32_t most = 0; // degree + 1, then the lower member first
        std::uint32_t lack = 0; // the most others that one is not adjacent to, plus 1
        LaneMask full = 0;
        for (std::uint32_t first = 0; first < 32 * words; first += W::width) {
            std::uint32_t const member = first + lane;
            if (row[first / 32] != 0) { // alike on every lane
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

// Pairs of adjacent candidates.
template <class T> CERRADO_FN std::uint32_t edges_among_candidates(T const& te) {
    using W = typename T::WarpType;
    std::uint32_t const words = te.context().layout.row_words;
    std::uint32_t const* const row = te.candidate_row(te.size());
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return static_cast<std::uint32_t>(count_row_degrees(te.memory().dense, row, words) / 2);
    } else {
        Count const degrees = count_common_bits(te, row, [words](std::uint32_t) { return words; });
        return te.warp().reduce_add(static_cast<std::uint32_t>(degrees)) / 2;
    }
}

// C(n, i) for n of at most most_leaf_pairs.
CERRADO_FN inline Count small_binomial(std::uint32_t n, std::uint32_t i) {
    Count value = 1;
    for (std::uint32_t step = 0; step < i; ++step) value = value * (n - step) / (step + 1);
    return value;
}

} // namespace phase

template <class W, class App> CERRADO_FN std::uint32_t* Traversal<W, App>::candidate_row(int length) const {
    return level_row(1, length);
}

// Candidates adjacent to all others become pivots; the rest has a pivot, whose non-neighbours are the extensions. True when there is
// none: the rest is a clique less a matching, or on the host no more than `factored` candidates.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::open_stage(std::uint32_t factored) {
    // Which vertices the cliques of other leaves have is not known.
    constexpr std::uint32_t most_unmatched = wants_local<App>() ? 0 : 2 * most_leaf_pairs;
    Level& level = top();
    level.generated = true;
    level.size = level.total = 0;
    level.pivoting.pairs = 0;
    std::uint32_t const words = context_.layout.row_words;
    std::uint32_t* const row = candidate_row(length_);
    std::uint32_t* const extension = extension_row(length_);
    if (count_bits<W>(row, words) == 0) return true;
    CandidateDegrees const degrees = phase::degrees_of_candidates(*this);
    std::uint32_t const universal = count_bits<W>(extension, words);
    level.pivoting.pivots += universal;
    level.pivoting.pivot = degrees.pivot;
    std::uint32_t const rest = degrees.count - universal;
    bool const is_near_clique = degrees.least + 2 >= degrees.count && rest <= most_unmatched;
    bool const is_leaf = is_near_clique || rest <= factored;
    warp_.sync(); // every lane has counted
    level.pivoting.rotation = rest;
    for (std::uint32_t i = static_cast<std::uint32_t>(warp_.lane()); i < words; i += W::width) {
        row[i] &= ~extension[i];
        if constexpr (wants_local<App>()) pivot_row(length_)[i] |= extension[i];
        extension[i] = row[i] & ~matrix_word(level.pivoting.pivot, i) & ~word_of_member(level.pivoting.pivot, i);
    }
    warp_.sync();
    if (is_leaf) {
        level.pivoting.pairs = is_near_clique ? rest / 2 : factored_leaf;
    } else {
        level.size = level.total = count_bits<W>(extension, words);
    }
    return is_leaf;
}

// The extensions of the pivot are done: what is left are cliques of its neighbours, with it or without.
template <class W, class App> CERRADO_FN void Traversal<W, App>::take_pivot() {
    Level& level = top();
    std::uint32_t* const row = candidate_row(length_);
    for (std::uint32_t i = static_cast<std::uint32_t>(warp_.lane()); i < context_.layout.row_words; i += W::width) {
        row[i] &= matrix_word(level.pivoting.pivot, i);
        if constexpr (wants_local<App>()) pivot_row(length_)[i] |= word_of_member(level.pivoting.pivot, i);
    }
    warp_.sync();
    ++level.pivoting.pivots;
    ++level.mask;
}

// Extensions for the cliques of `shortest` to `longest` vertices. True when there are none, for a leaf is reached, which
// aggregate_leaf() counts: what follows needs no branching, or adds two vertices at most.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::extend_pivot(int shortest, int longest) {
    static_assert(wants_pivots<App>(), "extend_pivot needs `static constexpr bool pivots = true`");
    constexpr int least_sizes = std::is_same_v<W, ScalarWarp> ? least_factored_sizes : least_factored_sizes_by_warp;
    std::uint32_t const factored = longest - length_ < least_sizes ? 0 : most_factored();
    Level& level = top();
    for (;;) {
        if (level.generated) {
            if (select_extension(length_)) return false;
            if (donated_ && length_ == first_length_) return false; // the rest of the level is the donor's
            take_pivot();
        }
        std::uint32_t const candidates = count_bits<W>(candidate_row(length_), context_.layout.row_words);
        std::uint32_t const reach = static_cast<std::uint32_t>(length_) + level.pivoting.pivots + candidates;
        if (reach < static_cast<std::uint32_t>(shortest)) return false;
        if (length_ + 2 >= longest) {
            level.pivoting.candidates = candidates;
            level.pivoting.edges = length_ + 2 == longest ? phase::edges_among_candidates(*this) : 0;
            level.generated = true;
            return true;
        }
        if (open_stage(factored)) return true;
        if (length_ == context_.k - 1) {
            if (warp_.lane() == 0) W::grid_add(context_.totals.too_deep, Count{1});
            level.size = 0;
            return false;
        }
    }
}

// The most candidates that a leaf may leave to its complement.
template <class W, class App> CERRADO_FN std::uint32_t Traversal<W, App>::most_factored() const {
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return most_factored_of<App>();
    } else if constexpr (W::width == 32) {
        constexpr std::uint32_t most = most_factored_of<App>();
        if (context_.layout.factor_frames != 0) return most < most_factored_by_warp ? most : most_factored_by_warp;
    }
    return 0;
}

// Counts a leaf by its complement.
template <class W, class App> CERRADO_FN void Traversal<W, App>::aggregate_factored() {
    std::uint32_t const holds = static_cast<std::uint32_t>(length_);
    std::uint32_t const pivots = top().pivoting.pivots;
    auto const add = [&](std::uint32_t taken, WideCount count) {
        if (count != 0) phase::add_wide<W>(context_.totals.wide, leaf_cell(holds + taken, pivots), count);
    };
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        CliquePolynomial sizes;
        std::uint32_t const largest =
            clique_polynomial(memory_.dense, candidate_row(length_), context_.layout.row_words, sizes);
        for (std::uint32_t i = 0; i <= largest; ++i) add(i, sizes.of_size[i]);
    } else if constexpr (W::width == 32) {
        phase::LanePolynomial const sizes = phase::warp_clique_polynomial(warp_, context_.layout, memory_.dense,
                                                                          candidate_row(length_), memory_.frames);
        std::uint32_t const lane = static_cast<std::uint32_t>(warp_.lane());
        add(lane, sizes.low);
        add(32 + lane, sizes.high);
    }
}

// Counts the leaf: its factor beside (1 + x)^pivots, term by term, as leaves that have none. (1 + 2x)^m is the sum of
// C(m, i) x^i (1 + x)^(m - i).
template <class W, class App> CERRADO_FN void Traversal<W, App>::aggregate_leaf() {
    if (!aggregates_here()) return;
    PivotState const& leaf = top().pivoting;
    std::uint32_t const holds = static_cast<std::uint32_t>(length_);
    std::uint32_t const lane = static_cast<std::uint32_t>(warp_.lane());
    if (leaf.pairs == factored_leaf) return aggregate_factored();
    if (leaf.candidates != 0) {
        reserve_totals(leaf.candidates < leaf.edges ? leaf.edges : leaf.candidates);
        for (std::uint32_t i = lane; i < 3; i += W::width) {
            std::uint32_t const weight = i == 0 ? 1 : i == 1 ? leaf.candidates : leaf.edges;
            if (weight != 0) add_total(leaf_cell(holds + i, leaf.pivots), weight);
        }
    } else {
        reserve_totals(leaf.pairs == 0 ? 1 : Count{1} << 30);
        for (std::uint32_t i = lane; i <= leaf.pairs; i += W::width) {
            add_total(leaf_cell(holds + i, leaf.pivots + leaf.pairs - i), phase::small_binomial(leaf.pairs, i));
        }
    }
}

} // namespace cerrado
