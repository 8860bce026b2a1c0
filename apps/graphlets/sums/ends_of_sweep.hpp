// Which ends of wedges a sweep looks for, and how much that is.
#pragma once

#include <cerrado/run/resident.hpp>

#include <string>

namespace cerrado::cuts {

// Returns: the number, as runs on the graph number it, below which all vertices have a degree below `least`. By rising
// degree no other vertex has. A sweep may leave out these ends, but no others: it tallies each end by all neighbours or
// by none.
VertexId first_end(Resident const& graph, VertexId least);

// What a sweep goes over, as far as degrees tell.
struct SweepSize {
    WideCount wedges = 0;           // u - a - x, each once
    std::uint64_t matrix_bytes = 0; // at most, since neighbours without a triangle need none
};
// `least`: the degree that both ends of a wedge have at least. Cost: the edges.
SweepSize size_of_sweep(Graph const& graph, VertexId least);
std::string describe(SweepSize const& size, std::uint64_t most_bytes); // of matrices at a time; lines for a person

} // namespace cerrado::cuts
