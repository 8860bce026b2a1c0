// LGL files (.lgl). Each line `# name` is followed by the lines of its neighbours.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether two or more lines are `# name`, and each line below them is a name, perhaps with a weight that is no whole
// number. If weights are whole numbers, only the file's name tells it from an edge list with comments.
bool is_lgl(std::string_view text);

// Each name is a vertex, with an edge or without. If all are whole numbers, they are ids. Edges have no directions. The
// weight of an edge is its label. Throws InputError "path:line: ...". O(text + n log n).
Graph read_lgl(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

} // namespace cerrado::detail
