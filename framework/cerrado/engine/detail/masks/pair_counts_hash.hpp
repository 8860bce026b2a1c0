// The counters of pair_counts.hpp for warps of several lanes, over the hash table.
#pragma once

#include <cerrado/engine/exclusive.hpp>

namespace cerrado {

// Counters of one traversal, by mask.
//   class_size[a]    extensions with mask a
//   class_length[a]  the sum of their list lengths above the root; after take(): their new neighbours
//   pairs            edges from an extension with mask a to one with mask b, at a << d | b, seen from both ends; b = 0:
//                    to a closed vertex
// Only a few pair counters are increased often. The increment in shared memory first adds up the lanes with the same
// counter, so copies of the counters would not make it faster.
template <class T> struct PairCounters {
    using W = typename T::WarpType;

    int d;
    std::uint32_t* class_size;
    std::uint32_t* class_length;
    std::uint32_t* present; // the masks that occur, see list_present()
    std::uint32_t* pairs;

    CERRADO_FN explicit PairCounters(T const& te)
        : d(te.size()),
          class_size(W::fast(te.template array<Exclusive::ClassCounters>())),
          class_length(class_size + (1u << d)),
          present(class_length + (1u << d)),
          pairs(te.template array<Exclusive::PairCounts>()) {}

    CERRADO_FN std::uint32_t masks() const { return 1u << d; }

    // Reads and clears a pair's counter. Lanes: one.
    CERRADO_FN std::uint32_t take(std::uint32_t a, std::uint32_t b) {
        std::uint32_t const seen = pairs[a << d | b];
        pairs[a << d | b] = 0;
        return seen;
    }
};

namespace phase {

// Finds the class sizes and lengths, and the part above the root of each extension's list. Lanes: all.
template <class T> CERRADO_FN void measure_classes(T& te, PairCounters<T>& counters) {
    using W = typename T::WarpType;
    auto const& warp = te.warp();
    for (std::uint32_t a = static_cast<std::uint32_t>(warp.lane()); a < 2 * counters.masks(); a += W::width) {
        counters.class_size[a] = 0;
    }
    warp.sync();
    VertexId const* const list = te.extensions(te.size());
    Mask const* const masks = te.extension_masks(te.size());
    for (std::uint32_t i = static_cast<std::uint32_t>(warp.lane()); i < te.extension_count(); i += W::width) {
        VertexId const w = list[i];
        std::uint32_t const a = masks[i];
        EdgeOffset const begin = te.graph().first_above(w, te.root());
        auto const length = static_cast<std::uint32_t>(te.graph().end(w) - begin);
        te.template array<Extents>()[i] = {begin, length, a << counters.d};
        W::lane_add(counters.class_size + a, 1u);
        W::lane_add(counters.class_length + a, length);
    }
    warp.sync();
}

// Counts the edges of the extensions in one pass over their lists.
// Lanes: all. Cost: the entries of the lists, divided by the width.
template <class T, class View>
CERRADO_FN void count_edges_in(T const& te, View const table, std::uint32_t* const pairs, std::uint32_t open) {
    using W = typename T::WarpType;
    for_each_listed(te, table, AdjacencyCode{}, [&](std::uint32_t row, std::uint32_t, std::int32_t slot) {
        if (slot >= 0) W::lane_add(pairs + (row | (table.values[slot] & open)), 1u);
    });
}

template <class T> CERRADO_FN void count_edges(T& te, PairCounters<T>& counters) {
    using W = typename T::WarpType;
    std::uint32_t const open = counters.masks() - 1;
    if (!te.context().engine.pair_counters_are_fast) {
        count_edges_in(te, te.table().template view<false>(), counters.pairs, open);
    } else if (!te.table().in_fast_memory()) {
        count_edges_in(te, te.table().template view<false>(), W::fast(counters.pairs), open);
    } else {
        count_edges_in(te, te.table().template view<true>(), W::fast(counters.pairs), open);
    }
    te.warp().sync();
}

// Lists the masks that occur. Lanes: all. Returns: their number.
template <class T> CERRADO_FN std::uint32_t list_present(T const& te, PairCounters<T>& counters) {
    using W = typename T::WarpType;
    std::uint32_t count = 0;
    for (std::uint32_t first = 0; first < counters.masks(); first += W::width) {
        std::uint32_t const a = first + static_cast<std::uint32_t>(te.warp().lane());
        bool const occurs = a < counters.masks() && counters.class_size[a] != 0;
        append(te.warp(), counters.present, nullptr, count, occurs, a, Mask{0});
    }
    te.warp().sync();
    return count;
}

// Adds the counters to the totals per canonical class, and clears them. First, one lane takes each pair of masks that
// occur (the last column: closed). Then one lane takes each mask and computes its new neighbours: the lengths less the
// pairs. Lanes: all.
template <class T, class Output> CERRADO_FN void add_pairs(T const& te, Output& output, PairCounters<T>& counters) {
    using W = typename T::WarpType;
    auto const& warp = te.warp();
    int const d = te.size();
    PatternState const state = te.top().pattern;
    auto const& patterns = output.patterns();
    std::uint32_t const count = list_present(te, counters);
    for (std::uint32_t cell = static_cast<std::uint32_t>(warp.lane()); cell < count * (count + 1); cell += W::width) {
        std::uint32_t const a = counters.present[cell / (count + 1)];
        std::uint32_t const column = cell % (count + 1);
        std::uint32_t const b = column < count ? counters.present[column] : 0;
        std::uint32_t const seen = counters.take(a, b);
        if (seen != 0) W::lane_add(counters.class_length + a, 0u - seen);
        if (b >= a)
            add_pair(te, output, patterns.advance(state, d, a), a, b, counters.class_size[a], counters.class_size[b],
                     seen);
    }
    warp.sync();
    for (std::uint32_t i = static_cast<std::uint32_t>(warp.lane()); i < count; i += W::width) {
        std::uint32_t const a = counters.present[i];
        if (counters.class_length[a] == 0) continue;
        Transition const next = patterns.transition(patterns.advance(state, d, a), d + 1, 1u << d);
        output.add(transition_class(next), counters.class_length[a]);
    }
    warp.sync();
}

} // namespace phase

} // namespace cerrado
