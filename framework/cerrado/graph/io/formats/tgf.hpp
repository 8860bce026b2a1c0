// Trivial graph format (.tgf): lines `id label`, a line `#`, lines `id id label`.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether a line `#` parts lines of vertices, none of which could be an edge of numbers, from lines of edges between
// them. If labels are numbers, only the file's name tells it from an edge list. O(text).
bool is_tgf(std::string_view text);

// Each line before `#` is a vertex, with an edge or without. Ids are whole numbers, or names. What follows an id is the
// vertex's label. What follows two ids is the edge's. yEd takes such files as directed: edges are arcs if directions
// are asked for. Throws InputError "path:line: ...". O(text + n log n).
Graph read_tgf(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

} // namespace cerrado::detail
