// GML files, `graph [ node [ id 1 ] edge [ source 1 target 2 ] ]`, as networkx, igraph and many collections have them.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether `graph [` comes first, besides comments and keys such as `Creator "..."`.
bool is_gml(std::string_view text);

// Each node is a vertex, with an edge or without. Its id is a whole number, otherwise it is its name. Its `label`, or
// else its `name`, is its name if names are asked for. Otherwise it is its label, unless it repeats the id. The label
// of an edge is its `label`, or else `weight` or `value`. With `directed 1` edges are arcs. Keys may come in any order
// and case. Other keys are passed over with all that is in their brackets. Throws InputError "path:line: ...", also for
// a second graph. O(text + n log n).
Graph read_gml(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Ids are original ids, or places from 0 if the graph has names. `label` holds the names, or the labels if the graph
// has no names.
void write_gml(Graph const& graph, OutputFile& file);
char const* lost_in_gml(Graph const& graph);

} // namespace cerrado::detail
