// Where the ends of wedges begin that a sweep looks for.
#pragma once

#include <cerrado/run/resident.hpp>

namespace cerrado::cuts {

// Returns: the number, as runs on the graph number it, below which all vertices have a degree below `least`. By rising
// degree no other vertex has. A sweep may leave out these ends, but no others: it tallies each end by all neighbours or
// by none.
VertexId first_end(Resident const& graph, VertexId least);

} // namespace cerrado::cuts
