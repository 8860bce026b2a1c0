// Edge lists (SNAP, KONECT, CSV): one edge per line, two ids of up to 64 bits or two names, comment lines with #, % or
// //.
#pragma once

#include <cerrado/graph/detail/io/tables/table_layout.hpp>
#include <cerrado/graph/graph.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class EdgeLineReader;
class OutputFile;
struct LineRules;

// The layout of the lines of such a table.
LineRules line_rules(TableLayout const& layout);

// Ids may have gaps. Vertices are numbered by ascending id, or name. Self-loops are dropped before that, so they leave
// no vertex without an edge. The layout has the columns of the ends. If labels are asked for, an edge's label is the
// text after the target, or the given third column. A first line of sizes, n m, is no edge if m lines follow and no id
// exceeds n. In KONECT's bipartite graphs the right ids come after the left ones. Returns an empty graph if there is no
// edge. Throws InputError "path:line: ...". O(text + n log n); dense ids need no sort. If `read_before` is not null, it
// has read the same text already by the rules of the layout, which must be plain.
Graph read_edge_list(std::string_view text, std::string const& path, TableLayout const& layout,
                     ReadOptions const& options, ReadReport& report, EdgeLineReader* read_before = nullptr);
// Finds the layout in the text, and reads the edge list.
Graph read_edge_list(std::string_view text, std::string const& path, ReadOptions const& options = {});

std::uint64_t count_isolated(Graph const& graph); // vertices without an edge

// Writes every edge once, by original ids or names, with its label if it has one. A comment before them gives the
// sizes. Vertices without an edge cannot be written this way, and the comment has their number. A name that has a
// separator of columns is written in quotation marks.
void write_edge_list(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
