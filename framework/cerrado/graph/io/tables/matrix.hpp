// Adjacency matrices as text: n lines of n numbers, with or without names of rows and columns around them.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/tables/table_layout.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether the text is such a matrix beyond doubt. Either rows and columns have the same names, or there are four or
// more lines, as many as columns, and they are zeros and ones, or symmetric with zeros on the diagonal. Throws
// InputError if it only may be one.
bool is_matrix(std::string_view text, std::string const& path, TableLayout const& layout);

// A cell that is not 0 is an edge if the matrix is symmetric, otherwise an arc from its row to its column. Vertices
// have the names of columns, or are counted from 0. All are kept. Throws InputError "path:line: ...".
Graph read_matrix(std::string_view text, std::string const& path, TableLayout const& layout, ReadOptions const& options,
                  ReadReport& report);

} // namespace cerrado::detail
