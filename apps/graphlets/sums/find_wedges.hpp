// The wedges that a pass takes from the engine Ends.
#pragma once

#include "graphlets/sums/cuts.hpp"
#include "graphlets/sums/ends.hpp"

namespace cerrado::cuts {

// In a tally of a sweep: the vertex is adjacent to the root u.
inline constexpr std::uint32_t is_adjacent = std::uint32_t{1} << 31;

// Finds the wedges u - a - x with x below u, without the ends that a sweep leaves out.
// Lanes: all. Cost: that of find_wedges().
template <class Traversal> CERRADO_FN void find_wedges_below(Traversal& te, Known const& known) {
    GraphRef const& graph = te.graph();
    te.find_wedges([&](EdgeOffset entry) {
        VertexId const a = graph.neighbours[entry];
        std::uint32_t const low = known.low[a], below = known.reverse[entry];
        return phase::PartOfList{graph.begin(a) + low, below > low ? below - low : 0, te.root()};
    });
}

// Tallies the ends of the wedges from u to all other vertices, then calls each().
// Requires: `in_one_piece`. Lanes: all. Cost: the wedges, divided by the width.
template <class Traversal, class Each> CERRADO_FN void tally_all_ends(Traversal& te, Each const& each) {
    GraphRef const& graph = te.graph();
    te.find_wedges([&](EdgeOffset entry) {
        VertexId const a = graph.neighbours[entry];
        return phase::PartOfList{graph.begin(a), graph.degree(a), no_vertex};
    });
    te.for_each_range([&] {
        te.clear_tally();
        te.tally_ends([](std::uint32_t) {});
        each();
    });
}

} // namespace cerrado::cuts
