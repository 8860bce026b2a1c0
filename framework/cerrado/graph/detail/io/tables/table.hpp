// Tables of numbers or words without a mark of their format: edge lists, CSV, METIS, adjacency lists and matrices. The
// lines show which of these it is.
#pragma once

#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

class EdgeLineReader;

// METIS: the first line has the numbers of vertices and edges, a line for each vertex follows, and each edge is on two
// of these lines. A matrix: n lines of n numbers. An adjacency list: lines of different lengths that have only ids.
// Everything else is an edge list. A union of cycles may be both METIS and an edge list with a header, and is refused.
// `lines` has read the text as a plain edge list, or is null. Throws InputError.
Graph read_table(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report,
                 EdgeLineReader* lines = nullptr);

} // namespace cerrado::detail
