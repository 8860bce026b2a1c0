// .npz files. They hold a sparse matrix of SciPy (scipy.sparse.save_npz), or an array of NumPy.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether the bytes are a zip archive whose first member is an array.
bool is_npz(std::string_view bytes);

// Each stored entry of a square matrix (csr, csc or coo) is an edge, whatever its value, or an arc if the matrix is not
// symmetric. Vertices are 0 to n - 1, and each counts. A file that has a single array, or one called `edges` or
// `edge_index`, is read as read_npy() does. Throws InputError "path: ...". O(bytes + entries log(entries)).
Graph read_npz(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report);

} // namespace cerrado::detail
