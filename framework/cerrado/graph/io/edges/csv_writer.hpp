// Edges as a table of comma-separated values, as Gephi and spreadsheets read it.
#pragma once

#include <cerrado/graph/graph.hpp>

namespace cerrado::detail {

class OutputFile;

// Writes a header `source,target`, or `source,target,label` if edges have labels, and a line for each edge or arc, by
// names or original ids. A cell with a comma or a quotation mark stands in quotation marks (RFC 4180). The file does
// not keep vertices without an edge, labels of vertices, or whether the graph is directed.
void write_csv(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
