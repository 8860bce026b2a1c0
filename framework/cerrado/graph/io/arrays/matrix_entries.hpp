// Makes a graph of the entries of a square matrix.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>

#include <string>
#include <vector>

namespace cerrado::detail {

// Vertices are 0 to `vertices` - 1. If each entry (i, j) has its (j, i), entries are edges, otherwise arcs. Repeated
// ones count once. Throws InputError as Assembly does. O(entries log(entries)).
Graph graph_of_entries(std::uint64_t vertices, std::vector<Edge> entries, std::string const& path,
                       ReadOptions const& options);

// Throws InputError unless the matrix is square, and if `bytes` are by far too few for so many vertices.
void check_matrix(std::uint64_t rows, std::uint64_t columns, std::uint64_t bytes, std::string const& path);

} // namespace cerrado::detail
