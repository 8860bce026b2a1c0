// finish() of connected induced subgraphs: counts the last two levels by mask instead of walking them.
//
// Let the traversal be the set S of d vertices, and let (w, u) complete it. There are two cases. In the first case both
// are open extensions of S. Then the subgraph depends only on their masks a and b, and on their adjacency. In the
// second case w is open and u is new: u is a neighbour of w above the root, and adjacent to no vertex of S. So for each
// S there are three kinds of counters: the number of extensions with each mask, the number of edges that join each pair
// of masks, and the number of new neighbours of the extensions with each mask. One pass over the adjacency lists of the
// extensions gives all three. A subgraph in which w and u are adjacent costs O(1 / width), any other subgraph costs
// nothing.
//
// Counters of 32 bits suffice, because the lists of distinct w hold fewer than 2^32 entries together (the plan refuses
// larger graphs).
#pragma once

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/output/by_pattern.hpp>

namespace cerrado {

namespace phase {

// Adds the pairs of an extension of mask a and one of mask b, a <= b, to the output: the adjacent pairs, and the other
// pairs. Lanes: one.
template <class T, class Output> CERRADO_FN void add_pair(T const& te, Output& output, PatternState const& with_a,
                                                          std::uint32_t a, std::uint32_t b, std::uint64_t size_a,
                                                          std::uint64_t size_b, std::uint32_t edges_seen) {
    int const d = te.size();
    TransitionTableRef const& patterns = output.patterns();
    std::uint64_t const edges = a == b ? edges_seen / 2 : edges_seen;
    std::uint64_t const pairs = a == b ? size_a * (size_a - 1) / 2 : size_a * size_b;
    std::uint32_t const joined = b | 1u << d;
    if (edges != 0) output.add(transition_class(patterns.transition(with_a, d + 1, joined)), edges);
    if (pairs != edges) output.add(transition_class(patterns.transition(with_a, d + 1, b)), pairs - edges);
}

} // namespace phase

} // namespace cerrado

#include <cerrado/engine/detail/masks/pair_counts_hash.hpp>
#include <cerrado/engine/detail/masks/pair_counts_scalar.hpp>

namespace cerrado {

// Gives the output the connected induced subgraphs of k vertices that extend this traversal, and consumes the
// extensions. If the extensions were not produced yet, it produces them first. An application with `counted_levels = 2`
// finishes two levels at once, which only an output by pattern can take. Requires: size() is k - counted_levels. Lanes:
// all. Cost: the lists of the extensions, divided by the width.
template <class T, class Output>
    requires(std::is_same_v<typename T::Engine, Exclusive>)
CERRADO_FN void finish(T& te, Output& output) {
    te.extend_exclusive();
    if constexpr (counted_levels_of<typename T::Application>() == 1) {
        output.take_extensions();
    } else {
        static_assert(Output::takes_patterns,
                      "finish() counts two levels together only by pattern: drop counted_levels");
        std::uint32_t const size = te.top().size;
        if (size > 0 && te.aggregates_here()) {
            output.reserve(std::uint64_t{size} * size + ~std::uint32_t{0});
            PairCounters<T> counters(te);
            phase::measure_classes(te, counters);
            phase::count_edges(te, counters);
            phase::add_pairs(te, output, counters);
        }
        te.top().size = 0;
    }
    phase::check_finish(te);
}

} // namespace cerrado
