// Whether a graph file says of itself that its edges have directions.
#pragma once

#include <string_view>

namespace cerrado::detail {

// By the header of Matrix Market (`general`), KONECT (`% asym`) or SNAP (`# Directed graph`); only the comments at the
// beginning are read.
bool says_directed(std::string_view bytes);

} // namespace cerrado::detail
