// The last two levels of a connected induced subgraph, counted by mask instead of enumerated.
//
// Let d vertices S be the traversal and (w, u) what completes it. Either both are open extensions of S, in which case only their masks
// a, b and whether they are adjacent matter; or w is open and u is seen from w alone (a neighbour of w above the root, adjacent to
// none of S). So per S: how many extensions have each mask, how many edges join each pair of masks, and how many neighbours of the
// extensions of a mask are new. One pass over the adjacency lists of the extensions gives all three; each subgraph costs O(1/width) only
// when it is joined by an edge (w, u), and nothing otherwise.
//
// 32-bit counters suffice: the lists of distinct w hold fewer than 2^32 entries together (the plan refuses larger graphs).
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

namespace phase {

// Adds up what joins the classes a and b of extensions, a <= b: adjacent and not. One lane.
template <class T> CERRADO_FN void add_pair(T& te, PatternState const& with_a, std::uint32_t a, std::uint32_t b,
                                            std::uint64_t size_a, std::uint64_t size_b, std::uint32_t edges_seen) {
    int const d = te.size();
    auto const& patterns = te.context().patterns;
    std::uint64_t const edges = a == b ? edges_seen / 2 : edges_seen;
    std::uint64_t const pairs = a == b ? size_a * (size_a - 1) / 2 : size_a * size_b;
    std::uint32_t const joined = b | 1u << d;
    if (edges != 0) te.add_total(transition_class(patterns.transition(with_a, d + 1, joined)), edges);
    if (pairs != edges) te.add_total(transition_class(patterns.transition(with_a, d + 1, b)), pairs - edges);
}

} // namespace phase

} // namespace cerrado

#include <cerrado/traversal/pair_counts_hash.hpp>
#include <cerrado/traversal/pair_counts_scalar.hpp>

namespace cerrado {

// Counts every connected induced subgraph of size() + 2 vertices that extends this traversal, per pattern; consumes the extensions.
// Produces them first when that was not done. Needs `edges` and RunOptions::patterns.
template <class W, class App> CERRADO_FN void Traversal<W, App>::count_exclusive_pairs() {
    static_assert(
        wants_edges<App>() && wants_patterns<App>(),
        "count_exclusive_pairs needs `static constexpr bool edges = true, patterns = true` in the application");
    static_assert(counted_levels_of<App>() == 2, "counting pairs needs `static constexpr int counted_levels = 2`");
    extend_exclusive();
    std::uint32_t const size = top().size;
    if (size > 0 && aggregates_here()) {
        reserve_totals(std::uint64_t{size} * size + ~std::uint32_t{0});
        PairCounters<Traversal> counters(*this);
        phase::measure_classes(*this, counters);
        phase::count_edges(*this, counters);
        phase::add_pairs(*this, counters);
    }
    top().size = 0;
}

} // namespace cerrado
