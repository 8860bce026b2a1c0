// Adjacency matrices as text: n lines of n numbers, with or without names of rows and columns around them.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether the text is such a matrix beyond doubt. Rows and columns have the same names, in any order. Or they have other
// names, and are two kinds of vertices. Or there are as many lines as columns, four or more, and they are zeros and ones,
// or symmetric with zeros on the diagonal; a line or column of 0, 1, 2, ... around them is no part of them. Or they are
// TRUE and FALSE, or words of zeros and ones. Throws InputError if it only may be one.
bool is_matrix(std::string_view text, std::string const& path);

// A cell that is not 0, FALSE, empty, NaN or infinite is an edge if the matrix is symmetric, otherwise an arc from its row
// to its column. Between two kinds of vertices it is an edge. Vertices have the names of columns, or of rows, or are
// counted from 0. All are kept. Throws InputError "path:line: ...".
Graph read_matrix(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

// A remark that so many entries of a matrix are NaN or infinite.
std::string entries_without_number(std::uint64_t count);

} // namespace cerrado::detail
