// .npz files: sparse matrices of SciPy (scipy.sparse.save_npz), or an array of NumPy.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether it is a zip archive whose first member is an array.
bool is_npz(std::string_view bytes);

// Each stored entry of a square matrix (csr, csc or coo) is an edge, whatever its value, and where the matrix is not
// symmetric an arc; vertices are 0 to n - 1, each counted. A file of one array, or one `edges` or `edge_index`, is
// read as read_npy() does. Throws InputError "path: ..." O(bytes + entries log(entries)).
Graph read_npz(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report);

} // namespace cerrado::detail
