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

// Vertices are 1 to n, with an edge or without. What their lines call them are their names, if names are asked for. All
// sections *Arcs, *Edges, *Arcslist, *Edgeslist and *Matrix are read. A 0 in a matrix is no edge. A matrix of two
// modes, `*Vertices n n1`, joins the first n1 vertices with the others, without directions. The label of a line is what
// stands behind its `l`, or its weight. *Partition, *Vector and the like are passed over, and a remark says so. Throws
// InputError "path:line: ...", also for a second network. O(text + n log n).
Graph read_pajek(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Writes *Vertices with names, or with original ids that are not 1 to n, then *Arcs or *Edges with their labels.
void write_pajek(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
