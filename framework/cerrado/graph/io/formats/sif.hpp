// SIF files (.sif), the simple interaction format of Cytoscape: `source type target target ...`.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Never: its lines may be those of an edge list of names.
bool is_sif(std::string_view text);

// Columns end at tabs where the file has one, so that names may hold blanks, else at blanks. A name alone is a vertex. Where
// all names are whole numbers, they are ids. The type is the label of the edge. An edge goes from the source to its targets.
// Throws InputError "path:line: ...". O(text + n log n).
Graph read_sif(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// A line an edge or arc, tabs between names or original ids and the label, or `-`, and a line for each vertex without an edge.
// Throws InputError for a name that begins with #.
void write_sif(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
