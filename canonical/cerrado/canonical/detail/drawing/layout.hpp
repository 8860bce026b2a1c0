// Chooses the places at which the vertices of a pattern are drawn.
#pragma once

#include <cstdint>
#include <vector>

namespace cerrado {

// A cell of a text canvas.
struct Place {
    int column, row;
    friend bool operator==(Place const&, Place const&) = default;
};

struct Layout {
    std::vector<Place> places; // by vertex
    int columns = 0, rows = 0; // size of the canvas; at most 15 x 7
};

// Tries a ring, a ring around a centre, two rows and a few more arrangements, and keeps the one that is easiest to
// read: no edge over a third vertex, few crossings, short edges. Requires: 3 <= k <= max_adjacency_vertices.
// Deterministic; at most 1 ms.
Layout choose_layout(int k, std::uint64_t adjacency);

} // namespace cerrado
