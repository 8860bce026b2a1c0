// .gt files, the binary format of graph-tool, which Netzschleuder gives its networks in.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

bool is_gt(std::string_view bytes);

// Vertices are 0 to n - 1, each counted. Of the properties, texts called `label` are labels of vertices, and of edges
// where such are asked for; texts of vertices called `name` are their names where those are asked for; others are
// passed over. Throws InputError "path: ..." where the file is truncated or damaged. O(bytes + n).
Graph read_gt(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report);

} // namespace cerrado::detail
