// Names, graph6 strings, edge lists and small drawings of connected patterns, so that a person recognises them.
#pragma once

#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/pattern_kind.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cerrado {

class TransitionTable;

struct PatternInfo {
    std::string graph6;                     // nauty's canonical form; of a directed pattern digraph6
    std::string name;                       // the common name, or empty; one pattern, of whatever size, has it
    std::vector<std::string> aliases;       // what else it is called
    std::vector<std::pair<int, int>> edges; // 0-based canonical vertices; of a directed pattern its arcs
};

// adjacency: bit j(j-1)/2 + h set when vertices h < j are adjacent, as in TransitionTable::representatives. A graph
// that is not in canonical form is described by its canonical form. 2 <= k <= max_adjacency_vertices, else InputError.
PatternInfo describe_pattern(int k, std::uint64_t canonical_adjacency);

// The same of a graph that is in canonical form, as those of TransitionTable::representatives are; it is not labelled
// again. Below 1 us.
PatternInfo describe_canonical(int k, std::uint64_t canonical_adjacency);
PatternInfo describe_canonical(PatternKind kind, int k, std::uint64_t canonical);

// Every pattern of table.k() vertices, by class.
std::vector<PatternInfo> describe_all(TransitionTable const& table);

// A few lines of text that draw the pattern (nodes as 'o', edges as strokes), for a terminal: at most 7 lines of at
// most 15 columns, UTF-8, no trailing spaces. Up to 4 vertices in ASCII, more with braille dots. The same graph, the
// same drawing. At most 1 ms.
std::vector<std::string> draw_pattern(int k, std::uint64_t canonical_adjacency);
// Of a directed pattern with a head, one of <>^v, where an arc ends. From 3 vertices on, with braille dots.
std::vector<std::string> draw_pattern(PatternKind kind, int k, std::uint64_t canonical);

} // namespace cerrado
