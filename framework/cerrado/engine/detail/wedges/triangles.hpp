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

} // namespace cerrado
