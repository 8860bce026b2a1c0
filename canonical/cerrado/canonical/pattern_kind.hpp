// Patterns are small graphs, or small directed graphs.
#pragma once

#include <cstdint>

namespace cerrado {

// A word says of an undirected pattern which vertices are adjacent, see adjacency.hpp, of a directed one which arcs there
// are, see arcs.hpp.
enum class PatternKind : std::uint8_t { undirected, directed };

} // namespace cerrado
