// The triangles below a root, for applications with the engine Wedges.
#pragma once

#include <cerrado/engine/wedges.hpp>

namespace cerrado {

// Calls f(to_q, q_to_p, to_p) for each triangle root, q, p with root > q > p. The arguments are the positions of its
// edges in the lists: root to q, q to p, and root to p. Clears the tally. Requires: the engine Wedges; f calls nothing
// collective. Lanes: all. Cost: the wedges root - q - x with x lower than q, divided by the width.
template <class Traversal, class Function> CERRADO_FN void for_each_triangle(Traversal& te, Function const& f) {
    EdgeOffset const begin = te.graph().begin(te.root());
    te.clear_tally(te.lower_count(), 2); // most lookups find nothing
    // The tally of a vertex is its place in the root's list, plus 1.
    te.tally_lower([&](auto, EdgeOffset entry) { return static_cast<std::uint32_t>(entry - begin) + 1; });
    te.for_each_falling_wedge(
        [&](std::uint32_t place, EdgeOffset to_q, EdgeOffset q_to_p) { f(to_q, q_to_p, begin + place - 1); });
}

// Calls add(entry, count) for the three edges of these triangles, each in the list of its greater end. The counts at an
// entry sum up to its triangles. On the host the job first counts the edges of the root: most additions need not be
// atomic.
// Requires and Lanes: as above. Clears the tally.
template <class Traversal, class Add> CERRADO_FN void count_at_edges(Traversal& te, Add const& add) {
    if constexpr (Traversal::WarpType::width == 1) {
        EdgeOffset const begin = te.graph().begin(te.root());
        VertexId* const counts = te.template array<Wedges::Ends>(); // free until tallied vertices are listed
        for (std::uint32_t i = 0; i < te.lower_count(); ++i) counts[i] = 0;
        for_each_triangle(te, [&](EdgeOffset to_q, EdgeOffset q_to_p, EdgeOffset to_p) {
            ++counts[to_q - begin];
            ++counts[to_p - begin];
            add(q_to_p, 1u);
        });
        for (std::uint32_t i = 0; i < te.lower_count(); ++i) {
            if (counts[i] != 0) add(begin + i, counts[i]);
        }
    } else {
        for_each_triangle(te, [&](EdgeOffset to_q, EdgeOffset q_to_p, EdgeOffset to_p) {
            for (EdgeOffset const entry : {to_q, q_to_p, to_p}) add(entry, 1u);
        });
    }
}

} // namespace cerrado
