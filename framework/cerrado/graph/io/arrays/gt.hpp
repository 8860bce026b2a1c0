// .gt files, the binary format of graph-tool, in which Netzschleuder offers its networks.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

bool is_gt(std::string_view bytes);

// Vertices are 0 to n - 1, and each counts. The property `label`, if it is text, is the label of vertices, and of edges
// if labels of edges are asked for. The text property `name` of vertices is their name if names are asked for. Other
// properties are passed over. Throws InputError "path: ..." if the file is truncated or damaged. O(bytes + n).
Graph read_gt(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report);

} // namespace cerrado::detail
