// Which roots of the 5-cycles have a row of tallies in device memory.
#pragma once

#include <cerrado/run/resident.hpp>

namespace cerrado {

// Returns: how many, the vertices with the highest numbers. None unless vertices are numbered by rising degree.
// Cost: the vertices.
VertexId rows_of_five_cycles(Resident const& graph);

} // namespace cerrado
