// Matrix Market files. A square matrix is taken as an adjacency matrix.
#pragma once

#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class OutputFile;

// Returns true if the text begins with the banner "%%MatrixMarket". Case does not matter. Blanks may come before the
// banner, and one '%' is enough.
bool is_matrix_market(std::string_view text);

// Every entry (row, column) of a sparse matrix is an edge, whatever its value. In a dense matrix ("array") every entry
// that is not zero is one. In a general matrix they are arcs. The original id of a vertex is its row, from 1. Rows
// without an entry are kept as isolated vertices. Throws InputError "path:line: ...". O(text + n).
Graph read_matrix_market(std::string_view text, std::string const& path, ReadOptions const& options,
                         ReadReport& report);

// Writes a symmetric pattern matrix over positions 1..n. Original ids are not kept.
void write_matrix_market(Graph const& graph, OutputFile& file);

} // namespace cerrado::detail
