// Edges as a table of comma-separated values, as Gephi and spreadsheets read it.
#pragma once

#include <cerrado/graph/graph.hpp>

namespace cerrado::detail {

class OutputFile;

// A header `source,target`, with labels of edges `source,target,label`, and a line for each edge or arc, by names or
// original ids. What has a comma or a quotation mark stands in quotation marks (RFC 4180). Vertices without an edge,
// their labels and whether it is directed are not kept.
void write_csv(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
