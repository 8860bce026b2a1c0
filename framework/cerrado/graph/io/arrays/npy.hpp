// .npy files of NumPy. They hold edges, or an adjacency matrix.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class NpyArray;

bool is_npy(std::string_view bytes);

// An array (m, 2) has edges by the ids of their ends. An array (m, 3) has a weight besides, which is the edge's label
// if labels of edges are asked for. An array (2, m) with m > 3 has the ends in its two rows. A square array of more
// than three rows is an adjacency matrix: an entry that is not zero is an edge, or an arc if the matrix is not
// symmetric. Throws InputError "path: ...". O(bytes).
Graph read_npy(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report);
Graph graph_of_array(NpyArray const& array, std::string const& path, ReadOptions const& options, ReadReport& report);

} // namespace cerrado::detail
