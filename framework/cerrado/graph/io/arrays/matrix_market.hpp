// Matrix Market files: a square matrix taken as an adjacency matrix.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class OutputFile;

// True for the banner "%%MatrixMarket" in any case, with one '%' too, and after blanks.
bool is_matrix_market(std::string_view text);

// Every entry (row, column) of a sparse matrix is an edge, whatever its value, and of a dense one ("array") every
// entry that is not zero; of a general matrix an arc. The original id of a vertex is its row, from 1. Rows without an
// entry are kept as isolated vertices. Throws InputError "path:line: ..." O(text + n).
Graph read_matrix_market(std::string_view text, std::string const& path, ReadOptions const& options,
                         ReadReport& report);

// A symmetric pattern matrix over positions 1..n; original ids are not kept.
void write_matrix_market(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
