// Graphs as Python prints them. They are recognised but not read.
#pragma once

#include <cerrado/graph/io/foreign.hpp>

#include <optional>
#include <string_view>

namespace cerrado::detail {

// Recognises lists of pairs, lines that are pairs, and dictionaries: [(1, 2), ...], (1, 2), {1: [2, 3], ...}. Looks at
// the first line.
std::optional<ForeignFormat> python_text(std::string_view text);

} // namespace cerrado::detail
