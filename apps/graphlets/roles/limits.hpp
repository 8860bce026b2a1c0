// Up to where the roles of vertices and edges are counted.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <cstdint>

namespace cerrado::cuts {

// Throws InputError if the matrices of all vertices, so many words of 64 bits, are too large to be there at once.
void require_room_for_roles(std::uint64_t words);

// Sums at an edge have 64 bits. Throws InputError for a graph with degrees that may lead beyond.
void require_small_degrees(Graph const& graph);

} // namespace cerrado::cuts
