// Names, graph6 strings, edge lists and small drawings of connected patterns, by which a person recognises them.
#pragma once

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/graph6.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cerrado {

class TransitionTable;

struct PatternInfo {
    std::string graph6; // nauty's canonical form; digraph6 for a directed pattern
    // the common name, or empty; no two patterns have the same name, even with different k
    std::string name;
    // sizes
    std::vector<std::string> aliases;       // its other names
    std::vector<std::pair<int, int>> edges; // 0-based canonical vertices; the arcs of a directed pattern
};

// Bit j(j-1)/2 + h of the adjacency is set if vertices h < j are adjacent, as in TransitionTable::representatives. A
// graph that is not in canonical form is described by its canonical form. Throws InputError unless 2 <= k <=
// max_adjacency_vertices.
PatternInfo describe_pattern(int k, std::uint64_t canonical_adjacency);

// Describes a graph that is in canonical form, as those of TransitionTable::representatives are, and does not label it
// again. Below 1 us.
PatternInfo describe_canonical(int k, std::uint64_t canonical_adjacency);
PatternInfo describe_canonical(PatternKind kind, int k, PatternWord canonical);

// Returns: every pattern of table.k() vertices, by class.
std::vector<PatternInfo> describe_all(TransitionTable const& table);

// Draws the pattern (nodes as 'o', edges as strokes) in a few lines of text for a terminal. At most 7 lines of at most
// 15 columns, UTF-8, no trailing spaces. Up to 4 vertices are drawn in ASCII, more with braille dots. The same graph
// always gives the same drawing. At most 1 ms.
std::vector<std::string> draw_pattern(int k, std::uint64_t canonical_adjacency);
// The same for a pattern of either kind. An arc ends in a head, one of <>^v. Directed patterns have braille dots from 3
// vertices on.
std::vector<std::string> draw_pattern(PatternKind kind, int k, PatternWord canonical);

} // namespace cerrado
