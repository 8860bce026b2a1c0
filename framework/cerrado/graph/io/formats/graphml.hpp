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

// In any encoding that Expat or iconv knows. Ids of nodes are names, see names.hpp; where all are whole numbers and
// options.names is false, numbers. The data of a node whose key has the name `label` is its label; that of an edge
// likewise, where options.edge_labels is set. Edges go where edgedefault and their own `directed` say; one without a
// direction is an arc both ways where others have one. Throws InputError "path:line: ...": for directions that are
// asked for and not there, for hyperedges, nested graphs and a second graph. O(text + n log n).
Graph read_graphml(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Names or ids, directions and labels of both. Throws InputError where a name or label is no UTF-8 text, which XML
// asks for.
void write_graphml(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
