// GraphML files, as Cytoscape, Gephi, igraph and NetworkX write them.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class OutputFile;

// Whether the text begins like XML.
bool is_graphml(std::string_view text);

// Reads any encoding that Expat or iconv knows. Ids of nodes are names, see names.hpp. They are numbers if all are
// whole numbers and options.names is false. A node's label is its data whose key has the name `label`. The same holds
// for an edge if options.edge_labels is set. The directions of edges follow edgedefault and their own `directed`. An
// edge without a direction is an arc both ways if others have one. Throws InputError "path:line: ...", also if
// directions are asked for and missing, and for hyperedges, nested graphs and a second graph. O(text + n log n).
Graph read_graphml(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Writes names or ids, directions, and labels of vertices and edges. Throws InputError if a name or label is no UTF-8
// text, which XML asks for.
void write_graphml(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
