// Two facts that a graph file may state: its edges have directions, or it has two kinds of vertices.
#pragma once

#include <cstdint>
#include <string_view>

namespace cerrado::detail {

struct SaidDirection {
    bool directed = false;
    bool undirected = false;
    // two kinds as in KONECT: the ids of the left vertices and those of the right ones are counted apart
    bool bipartite = false;
    // apart
    std::uint64_t left = 0; // number of left vertices, if the file says so
};

// Reads the header of Matrix Market (`general`), KONECT (`% asym`, `% sym`, `% bip`) or SNAP (`# Directed graph`, `#
// Undirected graph`). Looks only at the comments at the beginning.
SaidDirection said_direction(std::string_view bytes);

} // namespace cerrado::detail
