// Adjacency matrices as text: n lines of n numbers, with or without names of rows and columns around them.
#pragma once

#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_report.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace cerrado::detail {

// Returns true if the text certainly is such a matrix. There are five kinds. Rows and columns have the same names, in
// any order. Rows have other names than columns, and are another kind of vertices. There are as many lines as columns,
// four or more, and all numbers are zeros and ones, or they are symmetric with zeros on the diagonal; a line or column
// of 0, 1, 2, ... around them does not count. All cells are TRUE and FALSE. The rows are words of zeros and ones.
// Throws InputError if the text only may be a matrix.
bool is_matrix(std::string_view text, std::string const& path);

// A cell that is not 0, FALSE, empty, NaN or infinite is an edge if the matrix is symmetric, otherwise an arc from its
// row to its column. Between two kinds of vertices it is an edge. Vertices have the names of columns, or of rows, or
// are counted from 0. Vertices without an edge are kept. Throws InputError "path:line: ...".
Graph read_matrix(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// Returns: a remark that so many entries of a matrix are NaN or infinite.
std::string entries_without_number(std::uint64_t count);

} // namespace cerrado::detail
