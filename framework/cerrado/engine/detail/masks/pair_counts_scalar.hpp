// The counters of pair_counts.hpp for a single lane of the host. With the direct table, "new", "closed" and each mask
// are columns of a row, so one increment per list entry is enough.
#pragma once

#include <cerrado/engine/exclusive.hpp>

namespace cerrado {

// Rows of 2 << d columns. Column 0 counts new neighbours, column 1 << d closed ones, and the others count edges to open
// extensions by mask.
template <class App> struct PairCounters<Traversal<ScalarWarp, App>> {
    int d;
    std::uint32_t* class_size;
    std::uint32_t* pairs;

    CERRADO_FN explicit PairCounters(Traversal<ScalarWarp, App> const& te)
        : d(te.size()),
          class_size(te.template array<Exclusive::ClassCounters>()),
          pairs(te.template array<Exclusive::PairCounts>()) {}

    CERRADO_FN std::uint32_t masks() const { return 1u << d; }
    CERRADO_FN std::uint32_t* row(std::uint32_t a) const { return pairs + (a << (d + 1)); }
};

namespace phase {

template <class App>
CERRADO_FN void measure_classes(Traversal<ScalarWarp, App>& te, PairCounters<Traversal<ScalarWarp, App>>& counters) {
    for (std::uint32_t a = 0; a < counters.masks(); ++a) counters.class_size[a] = 0;
    Mask const* const masks = te.extension_masks(te.size());
    for (std::uint32_t i = 0; i < te.extension_count(); ++i) ++counters.class_size[masks[i]];
}

template <class App>
CERRADO_FN void count_edges(Traversal<ScalarWarp, App>& te, PairCounters<Traversal<ScalarWarp, App>>& counters) {
    VertexId const* const list = te.extensions(te.size());
    Mask const* const masks = te.extension_masks(te.size());
    VertexValue const* const values = te.table().values();
    GraphRef const& graph = te.graph();
    VertexId const root = te.root();
    for (std::uint32_t i = 0; i < te.extension_count(); ++i) {
        std::uint32_t* const row = counters.row(masks[i]);
        VertexId const* const first = graph.neighbours + graph.begin(list[i]);
        for (VertexId const* u = graph.neighbours + graph.end(list[i]); u != first && *--u > root;) ++row[values[*u]];
    }
}

template <class App, class Output> CERRADO_FN void add_pairs(Traversal<ScalarWarp, App> const& te, Output& output,
                                                             PairCounters<Traversal<ScalarWarp, App>>& counters) {
    int const d = te.size();
    auto const& patterns = output.patterns();
    for (std::uint32_t a = 1; a < counters.masks(); ++a) {
        if (counters.class_size[a] == 0) continue;
        PatternState const with_a = patterns.advance(te.top().pattern, d, a);
        std::uint32_t* const row = counters.row(a);
        if (row[0] != 0) output.add(transition_class(patterns.transition(with_a, d + 1, 1u << d)), row[0]);
        for (std::uint32_t b = a; b < counters.masks(); ++b) {
            if (counters.class_size[b] != 0) {
                add_pair(te, output, with_a, a, b, counters.class_size[a], counters.class_size[b], row[b]);
            }
        }
        for (std::uint32_t b = 0; b <= counters.masks(); ++b) row[b] = 0;
    }
}

} // namespace phase

} // namespace cerrado
