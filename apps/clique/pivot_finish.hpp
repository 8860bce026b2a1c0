// finish() of a leaf of pivoting, by size: h held vertices and p pivots are a bundle, and what else there is multiplies
// it.
#pragma once

#include "clique/pivot.hpp"

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
        std::uint32_t const largest = clique_polynomial(te.matrix(), row, te.sizes().row_words, sizes);
        for (std::uint32_t i = 0; i <= largest; ++i) add(i, sizes.of_size[i]);
    } else if constexpr (W::width == 32) {
        LanePolynomial const sizes =
            warp_clique_polynomial(te.warp(), te.sizes(), te.matrix(), row, te.template array<FactorFrames>());
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        add(lane, sizes.low);
        add(32 + lane, sizes.high);
    }
}

} // namespace phase

// Counts the leaf: its factor beside (1 + x)^pivots, term by term, as bundles that have none. (1 + 2x)^m is the sum of
// C(m, i) x^i (1 + x)^(m - i).
template <class T, class W = typename T::WarpType, bool local = T::Engine::counts_locally>
CERRADO_FN void finish(T const& te, BySize::Operators<W, T>& output) {
    if (!te.aggregates_here()) return;
    PivotState const& leaf = te.top().pivoting;
    auto const held = static_cast<std::uint32_t>(te.size());
    auto const lane = static_cast<std::uint32_t>(te.warp().lane());
    if (leaf.pairs == factored_leaf) return phase::finish_factored(te, output);
    if (leaf.candidates != 0) {
        output.reserve(leaf.candidates < leaf.edges ? leaf.edges : leaf.candidates);
        for (std::uint32_t i = lane; i < 3; i += W::width) {
            std::uint32_t const weight = i == 0 ? 1 : i == 1 ? leaf.candidates : leaf.edges;
            if (weight != 0) output.add(bundle_class(held + i, leaf.pivots), weight);
        }
    } else {
        output.reserve(leaf.pairs == 0 ? 1 : Count{1} << 30);
        for (std::uint32_t i = lane; i <= leaf.pairs; i += W::width) {
            output.add(bundle_class(held + i, leaf.pivots + leaf.pairs - i), phase::small_binomial(leaf.pairs, i));
        }
    }
}

} // namespace cerrado
