// LG files, as programs for labelled graphs read them: lines `t ...`, `v id label`, `e id id`.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Whether the first line that is no comment is a line of `t` or `v`.
bool is_lg(std::string_view text);

// A vertex has a line before its edges. Its label is the word after the id, or none. What follows (the degree, which
// some programs ask for) is passed over. The label of an edge is the word after its ids, or none. If an edge has two
// labels and ReadOptions::edge_labels is off, no edge has one, and ReadOptions::note is called. If edges have
// directions, an edge goes from the first id of its line. Ids may be names. Throws InputError "path:line: ...", also
// for a second graph. O(text + n log n).
Graph read_lg(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report);

} // namespace cerrado::detail
