// METIS graph files: a header "n m [format [constraints]]", then one line of neighbours per vertex, counted from 1.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class OutputFile;

// Skips vertex sizes, vertex weights and edge weights as the header's format flags say. The original id of a vertex is
// its number, from 1. The header's counts must agree with the lists, and every edge must be in the lists of both its
// ends. Throws InputError "path:line: ...". O(text).
Graph read_metis(std::string_view text, std::string const& path);

// Writes positions 1..n without weights. Original ids are not kept. An oriented graph is written with its edges in both
// directions.
void write_metis(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
