// Edge lists (SNAP, KONECT, CSV): one edge per line, two ids of up to 64 bits or two names, comment lines with #, % or //.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/tables/table_layout.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class EdgeLineReader;
class OutputFile;
struct LineRules;

// What to read of the lines of such a table.
LineRules line_rules(TableLayout const& layout);

// Ids may have gaps; vertices are numbered by ascending id, or name. Self-loops are dropped before numbering, so that no
// vertex without an edge arises. The ends are in the columns that the layout tells; what is behind the target, or a third column
// that was given, is the label of an edge where labels are asked for. A first line of sizes, n m, is no edge where m lines follow
// and no id exceeds n. Of KONECT's bipartite graphs the right ids come after the left ones. Throws InputError
// "path:line: ...". O(text + n log n); dense ids need no sort. An empty graph comes back where there is no edge.
// `read_before`: where not null, it was given the same text already, by the rules of the layout, which must be plain.
Graph read_edge_list(std::string_view text, std::string const& path, TableLayout const& layout,
                     ReadOptions const& options, ReadReport& report, EdgeLineReader* read_before = nullptr);
// By the layout that the text has.
Graph read_edge_list(std::string_view text, std::string const& path, ReadOptions const& options = {});

std::uint64_t count_isolated(Graph const& graph); // vertices without an edge

// Every edge once, by original ids or names, and its label where it has one, after a comment that gives the sizes. Vertices
// without an edge cannot be written this way; the comment says how many there were. A name that holds what separates columns
// stands in quotation marks.
void write_edge_list(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
