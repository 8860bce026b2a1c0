// Adjacency matrices as text: n lines of n cells, 0 or 1, with names of rows and columns around them or not.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/table_layout.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether the first lines are those of such a matrix of four columns and more, of two and more where these have names. Throws
// InputError for lines of zeros and ones that are no square.
bool is_matrix(std::string_view text, std::string const& path, TableLayout const& layout);

// A cell that is not 0 is an edge, where the matrix is symmetric, else an arc from its row to its column. Vertices are called by
// the names of rows, or counted from 0; all are kept. Throws InputError "path:line: ...".
Graph read_matrix(std::string_view text, std::string const& path, TableLayout const& layout, ReadOptions const& options,
                  ReadReport& report);

} // namespace cerrado::detail
