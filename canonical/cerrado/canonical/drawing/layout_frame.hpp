// The places of an arrangement, and what a stroke between two of them costs.
#pragma once

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/drawing/layout.hpp>

#include <vector>

namespace cerrado {

inline constexpr int max_layout_pairs = adjacency_bits(max_adjacency_vertices);

// Places a and b make a pair with the bit adjacency_bit(a, b). So a pattern on the places is the word of a graph. The
// costs of all strokes are measured when the frame is made.
struct Frame {
    Frame(std::vector<Place> at, int columns, int rows, double extra);

    // The cost of a pattern whose edges take these pairs.
    double cost(std::uint64_t strokes) const;

    std::vector<Place> places;
    double handicap;                            // what the arrangement costs on top of its strokes
    double stroke_costs[max_layout_pairs] = {}; // length, and the places that the stroke seems to touch
    std::uint64_t crossed[max_layout_pairs] = {};
    std::uint64_t mirrored[max_layout_pairs] = {}; // the pair's image, left to right
    std::uint64_t at_middle = 0;                   // pairs that end in the middle of the canvas
    bool has_middle = false;
};

struct Canvas {
    int columns, rows;
};
Canvas canvas_of(int k);

// A ring, a ring around a centre, two rows and a few more. They are made once. Requires: 3 <= k <=
// max_adjacency_vertices.
std::vector<Frame> const& frames_of(int k);

} // namespace cerrado
