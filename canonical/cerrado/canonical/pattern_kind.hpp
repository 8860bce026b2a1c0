// Patterns are small graphs, or small directed graphs.
#pragma once

#include <cstdint>

namespace cerrado {

// The word of an undirected pattern says which vertices are adjacent, see adjacency.hpp. The word of a directed one
// says which arcs there are, see arcs.hpp.
enum class PatternKind : std::uint8_t { undirected, directed };

// The word of a pattern of either kind. Undirected patterns need 64 bits alone.
using PatternWord = unsigned __int128;

} // namespace cerrado
