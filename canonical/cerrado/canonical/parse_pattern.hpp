// Reads patterns as people write them.
#pragma once

#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace cerrado {

using PatternNote = std::function<void(std::string const&)>;

// Reads a name ("house", "K5", "FFL", "030C"), graph6, digraph6 (it begins with "&"), or items between commas, with
// blanks or without. Items are:
//   0-1    an edge; in a directed graph an arc either way       0-1/x  the same, labelled x
//   0>1    an arc, 0->1, too    0<>1   arcs both ways           0>1/x, 0<>1/x
//   0~1    no edge              0~>1   no arc
//   0:A|B  the vertex bears one of these labels
//   0:?    the label that the vertex bears is discovered
// A label of a vertex that is ? is written \?, and \? is written \\?.
// The pattern has the vertices from 0 to the highest named. If the items name 1 to n and not 0, they are taken as 0 to
// n - 1, and `note` is called with a line that says so. Throws InputError, which quotes the wrong place. Also throws it
// if the pattern is not connected.
Pattern parse_pattern(std::string_view text, PatternNote const& note = {});

// Returns: the items of the pattern: first the labels, then the edges and arcs. parse_pattern() makes the same pattern of
// them, unless a label has a comma, a bar, or looks like an edge.
std::string format_pattern(Pattern const& pattern);
// Returns: the label as an item has it: ? becomes \?.
std::string label_in_item(std::string const& label);

// Returns: the pattern that has these edges and no other conditions.
Pattern pattern_of(int k, std::uint64_t adjacency);

} // namespace cerrado
