// .npy files of NumPy: edges, or an adjacency matrix.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class NpyArray;

bool is_npy(std::string_view bytes);

// An array (m, 2) has edges by the ids of their ends, (m, 3) with a weight besides, which is their label where such
// are asked for; (2, m) the same turned round, where m > 3. A square one of more than three rows is an adjacency
// matrix: what is not zero is an edge, and where it is not symmetric an arc. Throws InputError "path: ..." O(bytes).
Graph read_npy(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report);
Graph graph_of_array(NpyArray const& array, std::string const& path, ReadOptions const& options, ReadReport& report);

} // namespace cerrado::detail
