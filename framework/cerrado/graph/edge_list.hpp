// Edge lists (SNAP, KONECT, CSV): one edge per line, two ids of up to 64 bits, comment lines with # or %.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class EdgeLineReader;
class OutputFile;

// Ids may have gaps; vertices are numbered by ascending id. Further columns are ignored. Self-loops are dropped
// before numbering, so that no vertex without an edge arises. Throws InputError "path:line: ...". O(text + n log n);
// dense ids need no sort. An empty graph comes back where there is no edge.
// `threads`: 0: one per hardware thread. `read_before`: where not null, it was given the same text already. `directed`:
// the first id of a line is where its arc comes from.
Graph read_edge_list(std::string_view text, std::string const& path, int threads = 0,
                     EdgeLineReader* read_before = nullptr, bool directed = false);

// Every edge once, by original ids, and its label where it has one, after a comment that gives the sizes. Vertices without an edge cannot be written
// this way; the comment says how many there were.
void write_edge_list(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
