// What a graph file says of itself: whether its edges have directions, and whether it has two kinds of vertices.
#pragma once

#include <cstdint>
#include <string_view>

namespace cerrado::detail {

struct SaidDirection {
    bool directed = false;
    bool undirected = false;
    bool bipartite = false; // of KONECT: the ids of the left vertices and those of the right ones are counted apart
    std::uint64_t left = 0; // of them, where the file says so
};

// By the header of Matrix Market (`general`), KONECT (`% asym`, `% sym`, `% bip`) or SNAP (`# Directed graph`, `# Undirected
// graph`); only the comments at the beginning are read.
SaidDirection said_direction(std::string_view bytes);

} // namespace cerrado::detail
