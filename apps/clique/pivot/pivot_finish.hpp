// finish() counts a leaf of pivoting by size. h held vertices and p pivots are a bundle, and the rest of the leaf
// multiplies it.
#pragma once

#include "clique/pivot/pivot.hpp"

namespace cerrado {

namespace phase {

// Counts a leaf by its complement.
CERRADO_CALLS_HOST template <class T, class Output> CERRADO_FN void finish_factored(T const& te, Output& output) {
    using W = typename T::WarpType;
    auto const held = static_cast<std::uint32_t>(te.size());
    std::uint32_t const pivots = te.top().pivoting.pivots;
    auto const add = [&](std::uint32_t taken, WideCount count) {
        if (count != 0) output.add_wide(bundle_class(held + taken, pivots), count);
    };
    std::uint32_t const* const row = te.candidate_row(te.size());
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        CliquePolynomial sizes;
        std::uint32_t const largest = clique_polynomial(te.matrix(), row, te.row_words(), sizes);
        for (std::uint32_t i = 0; i <= largest; ++i) add(i, sizes.of_size[i]);
    } else if constexpr (W::width == 32) {
        LanePolynomial const sizes =
            warp_clique_polynomial(te.warp(), te.member_room(), te.matrix(), row, te.template array<FactorFrames>());
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        add(lane, sizes.low);
        add(32 + lane, sizes.high);
    }
}

// Adds a leaf term by term, as bundles without a factor beside (1 + x)^pivots. (1 + 2x)^m is the sum of C(m, i) x^i (1
// + x)^(m - i).
template <class W, class Output> CERRADO_FN void add_leaf(W const& warp, PivotLeaf const& leaf, Output& output) {
    auto const lane = static_cast<std::uint32_t>(warp.lane());
    if (leaf.pairs != 0) {
        output.reserve(Count{1} << 30);
        for (std::uint32_t i = lane; i <= leaf.pairs; i += W::width) {
            output.add(bundle_class(leaf.held + i, leaf.pivots + leaf.pairs - i), small_binomial(leaf.pairs, i));
        }
        return;
    }
    std::uint32_t const most = leaf.edges < leaf.triangles ? leaf.triangles : leaf.edges;
    output.reserve(most < leaf.candidates + 1 ? leaf.candidates + 1 : most);
    for (std::uint32_t i = lane; i < 4; i += W::width) {
        std::uint32_t const weight = i == 0 ? 1 : i == 1 ? leaf.candidates : i == 2 ? leaf.edges : leaf.triangles;
        if (weight != 0) output.add(bundle_class(leaf.held + i, leaf.pivots), weight);
    }
}

// Walks through the rest of a traversal with few candidates.
CERRADO_CALLS_HOST template <class T, class Output> CERRADO_FN void finish_small(T const& te, Output& output) {
    using W = typename T::WarpType;
    auto const held = static_cast<std::uint32_t>(te.size());
    std::uint32_t const pivots = te.top().pivoting.pivots;
    SizeRange const& sizes = te.context().engine.leaves.sizes;
    SmallPivoting const sought{sizes.shortest - te.size(), sizes.longest - te.size(), pivots};
    std::uint32_t const* const row = te.candidate_row(te.size());
    std::uint32_t const words = te.row_words();
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        SmallBundles bundles;
        cerrado::pivot_small(te.matrix(), row, words, sought, bundles);
        for (int taken = 0; taken <= sought.longest; ++taken) {
            for (std::uint32_t more = 0; more <= bundles.pivots; ++more) {
                Count const count = bundles.of[taken][more];
                if (count != 0)
                    output.add_wide(bundle_class(held + static_cast<std::uint32_t>(taken), pivots + more), count);
            }
        }
    } else {
        auto const word_of = [&](std::uint32_t member, std::uint32_t word) { return te.matrix_word(member, word); };
        SmallMatrix<W> const matrix(te.warp(), row, words, word_of);
        SmallPivotWalk<W>(matrix, sought).run([&](PivotLeaf leaf) {
            leaf.held += held;
            leaf.pivots += pivots;
            add_leaf(te.warp(), leaf, output);
        });
    }
}

} // namespace phase

template <class T, class W = typename T::WarpType, bool local = T::Engine::knows_leaves>
CERRADO_FN void finish(T const& te, BySize::Operators<W, T>& output) {
    if (!te.aggregates_here()) return;
    PivotState const& leaf = te.top().pivoting;
    if (leaf.pairs == factored_leaf) return phase::finish_factored(te, output);
    if constexpr (!local && makes_small_matrices<W>) {
        if (leaf.pairs == small_leaf) return phase::finish_small(te, output);
    }
    auto const held = static_cast<std::uint32_t>(te.size());
    phase::add_leaf(te.warp(), PivotLeaf{held, leaf.pivots, leaf.pairs, leaf.candidates, leaf.edges}, output);
}

} // namespace cerrado
