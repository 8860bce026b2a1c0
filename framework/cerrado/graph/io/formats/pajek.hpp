// Pajek networks (.net), as Pajek, networkx and igraph write them.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether the first line besides comments, `% ...`, is `*Network ...` or `*Vertices n`.
bool is_pajek(std::string_view text);

// Vertices are 1 to n, with an edge or without; what their lines call them are their names, where names are asked for. The
// sections *Arcs, *Edges, *Arcslist, *Edgeslist and *Matrix are read, however many there are. Of a matrix a 0 is no edge; one of
// two modes, `*Vertices n n1`, joins the first n1 vertices with the others, without directions. The label of a line is what
// stands behind its `l`, or its weight. *Partition, *Vector and the like are passed over, which is said. Throws InputError
// "path:line: ...", for a second network, too. O(text + n log n).
Graph read_pajek(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// *Vertices with names, or with original ids that are not 1 to n, *Arcs or *Edges, and labels of those.
void write_pajek(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
