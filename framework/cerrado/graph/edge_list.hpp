// Edge lists (SNAP, KONECT, CSV): one edge per line, two ids of up to 64 bits, comment lines with # or %.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class EdgeLineReader;
class OutputFile;

// Ids may have gaps; vertices are numbered by ascending id. Further columns are ignored. Self-loops are dropped
// before numbering, so that no vertex without an edge arises. Throws InputError "path:line: ...". O(text + n log n);
// dense ids need no sort. An empty graph comes back where there is no edge.
// `read_before`: where not null, it was given the same text already. Where edges have directions, the first id of a line is
// where its arc comes from. A first line of words is a header, which is passed over and noted.
Graph read_edge_list(std::string_view text, std::string const& path, ReadOptions const& options = {},
                     EdgeLineReader* read_before = nullptr);

// Every edge once, by original ids or names, and its label where it has one, after a comment that gives the sizes. Vertices
// without an edge cannot be written
// this way; the comment says how many there were.
void write_edge_list(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
