// Adjacency matrices as text: n lines of n numbers, with names of rows and columns around them or not.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/tables/table_layout.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether the text is such a matrix beyond doubt: rows and columns have the same names; or there are as many lines as columns,
// four and more, of zeros and ones, or symmetric with zeros on the diagonal. Throws InputError where it may be one.
bool is_matrix(std::string_view text, std::string const& path, TableLayout const& layout);

// A cell that is not 0 is an edge, where the matrix is symmetric, else an arc from its row to its column. Vertices are called by
// the names of columns, or counted from 0; all are kept. Throws InputError "path:line: ...".
Graph read_matrix(std::string_view text, std::string const& path, TableLayout const& layout, ReadOptions const& options,
                  ReadReport& report);

} // namespace cerrado::detail
