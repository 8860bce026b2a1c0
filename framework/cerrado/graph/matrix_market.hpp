// Matrix Market coordinate files: a square sparse matrix taken as an adjacency matrix; values are ignored.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class OutputFile;

// True for the banner "%%MatrixMarket" in any case.
bool is_matrix_market(std::string_view text);

// Every entry (row, column) is an edge, whatever its value; the original id of a vertex is its row, from 1. Rows
// without an entry are kept as isolated vertices. Throws InputError "path:line: ...". O(text + n).
Graph read_matrix_market(std::string_view text, std::string const& path, bool directed = false);

// A symmetric pattern matrix over positions 1..n; original ids are not kept.
void write_matrix_market(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
