// Edge lists whose ids are names, see names.hpp.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// As read_edge_list(), with names in the place of numbers. The first line is an edge, too: words do not tell a header from
// names. Where its two names are on no other line, options.note says so. Each member of the team has a table of the names
// in its part of the text. O(text + n log n).
Graph read_named_edges(std::string_view text, std::string const& path, ReadOptions const& options = {});

} // namespace cerrado::detail
