// Adjacency lists: a vertex and its neighbours on each line, as networkx, DeepWalk and dumps of web graphs have them.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Why lines of numbers may be something else, as the end of "for an adjacency list ...". Empty if they are hardly
// anything else: each line begins with another vertex, and more lines than the last are shorter than others.
std::string_view doubt_about_adjacency_list(std::string_view text, std::string const& path);

// An edge stands on the line of one of its ends, or of both. If directions are asked for, arcs go from the first id of
// a line. A line of one id is a vertex, which may have no edge. Throws InputError "path:line: ...". O(text + n log n).
Graph read_adjacency_list(std::string_view text, std::string const& path, ReadOptions const& options,
                          ReadReport& report);

// Whether there are four lines or more, each line begins with another vertex, and the neighbours behind it have it
// among theirs. Looks at all lines up to the first that begins with a vertex for the second time.
bool lists_have_both_ways(std::string_view text, std::string const& path);

} // namespace cerrado::detail
