// SIF files (.sif), the simple interaction format of Cytoscape: `source type target target ...`.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Always false: its lines may be those of an edge list of names.
bool is_sif(std::string_view text);

// Columns end at tabs if the file has one, so that names may hold blanks. Otherwise they end at blanks. A name alone is
// a vertex. If all names are whole numbers, they are ids. The type is the label of the edge. An edge goes from the
// source to its targets. Throws InputError "path:line: ...". O(text + n log n).
Graph read_sif(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Writes one line for each edge or arc, with tabs between names or original ids and the label, or `-`, and one line for
// each vertex without an edge. Throws InputError for a name that begins with #.
void write_sif(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
